import { expect, test } from 'vitest';
import { createPageCache, type RenderedPage } from './page-cache.ts';

function page(text: string): RenderedPage {
  return { status: 200, headers: {}, body: { identity: Buffer.from(text), br: null, gzip: null }, etag: `"${text}"` };
}

const keep = (text: string) => async () => ({ page: page(text), isCacheable: true });

test('a page is rendered once and answered from memory afterwards', async () => {
  const cache = createPageCache({ maxBytes: 10_000, maxAgeMs: 1000, now: () => 0 });
  await cache.get('/', keep('first'));
  expect((await cache.get('/', keep('second'))).etag).toBe('"first"');
});

test('simultaneous requests share one rendering', async () => {
  const cache = createPageCache({ maxBytes: 10_000, maxAgeMs: 1000, now: () => 0 });
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    await Promise.resolve();
    return { page: page('once'), isCacheable: true };
  };
  await Promise.all([cache.get('/', render), cache.get('/', render), cache.get('/', render)]);
  expect(renderings).toBe(1);
});

test('a page whose rendering started before a change is not cached after it', async () => {
  const cache = createPageCache({ maxBytes: 10_000, maxAgeMs: 1000, now: () => 0 });
  const gate = Promise.withResolvers<void>();
  const old = cache.get('/', async () => {
    await gate.promise;
    return { page: page('old'), isCacheable: true };
  });
  cache.clear();
  const fresh = cache.get('/', keep('new'));
  gate.resolve();
  expect((await old).etag).toBe('"old"');
  expect((await fresh).etag).toBe('"new"');
  expect((await cache.get('/', keep('third'))).etag).toBe('"new"');
});

test('the least recently requested page is evicted first', async () => {
  const cache = createPageCache({ maxBytes: 1100, maxAgeMs: 1000, now: () => 0 });
  await cache.get('/a', keep('a'));
  await cache.get('/a', keep('never'));
  await cache.get('/b', keep('b'));
  await cache.get('/c', keep('c'));
  expect((await cache.get('/a', keep('a2'))).etag).toBe('"a"');
  expect((await cache.get('/b', keep('b2'))).etag).toBe('"b2"');
});

test('pages without a body take room by their addresses', async () => {
  const cache = createPageCache({ maxBytes: 4000, maxAgeMs: 1000, now: () => 0 });
  const [one, other] = ['/a', '/b'].map((start) => start.padEnd(1500, 'x'));
  await cache.get(one ?? '', keep(''));
  await cache.get(other ?? '', keep(''));
  expect([cache.peek(one ?? ''), cache.peek(other ?? '')]).toEqual([null, page('')]);
});

test('a failed rendering rejects and is retried', async () => {
  const cache = createPageCache({ maxBytes: 1000, maxAgeMs: 1000, now: () => 0 });
  await expect(cache.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect((await cache.get('/', keep('well'))).etag).toBe('"well"');
});

test('a thousand addresses that are requested once evict no page that is read again', async () => {
  const cache = createPageCache({ maxBytes: 100_000, maxAgeMs: 1000, now: () => 0 });
  const read = Array.from({ length: 20 }, (_, index) => `/read/${index}`);
  for (const _ of ['first', 'second']) for (const address of read) await cache.get(address, keep('x'.repeat(3000)));
  for (let index = 0; index < 1000; index += 1) await cache.get(`/made-up/${index}`, keep('x'.repeat(3000)));
  expect(read.filter((address) => cache.peek(address) === null)).toEqual([]);
});

test('a rendering that all requesters aborted is not started, and one that a requester waits for is', async () => {
  const begin: (() => void)[] = [];
  const schedule = <Result>(_from: string, job: () => Promise<Result>, signal: AbortSignal) =>
    new Promise<Result>((resolve, reject) => {
      begin.push(() => void job().then(resolve, reject));
      signal.addEventListener('abort', () => reject(new Error('nobody waits')));
    });
  const cache = createPageCache({ maxBytes: 10_000, maxAgeMs: 1000, now: () => 0, schedule });
  const [one, other] = [new AbortController(), new AbortController()];
  const asked = [one, other].map(({ signal }) => cache.get('/', keep('page'), { from: 'a', signal }));
  one.abort();
  begin[0]?.();
  expect((await Promise.all(asked)).map(({ etag }) => etag)).toEqual(['"page"', '"page"']);
  const alone = cache.get('/other', keep('never'), { from: 'a', signal: other.signal });
  other.abort();
  await expect(alone).rejects.toThrow('nobody waits');
});
