import { expect, test } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';
import type { CachedAnswer } from './kept-answer.ts';

function page(text: string): CachedAnswer {
  return { status: 200, headers: {}, body: { identity: Buffer.from(text), br: null, gzip: null }, etag: `"${text}"` };
}

function openCache(options: Partial<Parameters<typeof createAnswerCache>[0]>) {
  return createAnswerCache({ maxBytes: 10_000, maxAnswers: 10_000, maxAgeMs: 1000, now: () => 0, ...options });
}

const keep = (text: string) => async () => ({ answer: page(text), isCacheable: true });

test('a page is rendered once and served from memory afterwards', async () => {
  const cache = openCache({});
  await cache.get('/', keep('first'));
  expect((await cache.get('/', keep('second'))).etag).toBe('"first"');
});

test('simultaneous requests share one rendering', async () => {
  const cache = openCache({});
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    await Promise.resolve();
    return { answer: page('once'), isCacheable: true };
  };
  await Promise.all([cache.get('/', render), cache.get('/', render), cache.get('/', render)]);
  expect(renderings).toBe(1);
});

test('a page whose rendering started before a change is not cached after it', async () => {
  const cache = openCache({});
  const gate = Promise.withResolvers<void>();
  const old = cache.get('/', async () => {
    await gate.promise;
    return { answer: page('old'), isCacheable: true };
  });
  cache.forget(null);
  const fresh = cache.get('/', keep('new'));
  gate.resolve();
  expect((await old).etag).toBe('"old"');
  expect((await fresh).etag).toBe('"new"');
  expect((await cache.get('/', keep('third'))).etag).toBe('"new"');
});

test('the least recently requested page is evicted first', async () => {
  const cache = openCache({ maxBytes: 1100 });
  await cache.get('/a', keep('a'));
  await cache.get('/a', keep('never'));
  await cache.get('/b', keep('b'));
  await cache.get('/c', keep('c'));
  expect((await cache.get('/a', keep('a2'))).etag).toBe('"a"');
  expect((await cache.get('/b', keep('b2'))).etag).toBe('"b2"');
});

test('pages without a body count by the length of their addresses', async () => {
  const cache = openCache({ maxBytes: 4000 });
  const [one, other] = ['/a', '/b'].map((start) => start.padEnd(1500, 'x'));
  await cache.get(one ?? '', keep(''));
  await cache.get(other ?? '', keep(''));
  expect([cache.peek(one ?? ''), cache.peek(other ?? '')]).toEqual([null, page('')]);
});

test('a failed rendering rejects and is retried', async () => {
  const cache = openCache({ maxBytes: 1000 });
  await expect(cache.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect((await cache.get('/', keep('well'))).etag).toBe('"well"');
});

test('a thousand addresses that are requested once evict no page that is requested again', async () => {
  const cache = openCache({ maxBytes: 100_000 });
  const read = Array.from({ length: 20 }, (_, index) => `/read/${index}`);
  for (const _ of ['first', 'second']) for (const address of read) await cache.get(address, keep('x'.repeat(3000)));
  for (let index = 0; index < 1000; index += 1) await cache.get(`/made-up/${index}`, keep('x'.repeat(3000)));
  expect(read.filter((address) => cache.peek(address) === null)).toEqual([]);
});

test('a rendering that all requesters aborted is not started, and one with a waiting requester is started', async () => {
  const begin: (() => void)[] = [];
  const schedule = <Result>(_from: string, job: () => Promise<Result>, signal: AbortSignal) =>
    new Promise<Result>((resolve, reject) => {
      begin.push(() => void job().then(resolve, reject));
      signal.addEventListener('abort', () => reject(new Error('nobody waits')));
    });
  const cache = openCache({ maxBytes: 10_000, schedule });
  const [one, other] = [new AbortController(), new AbortController()];
  const asked = [one, other].map(({ signal }) => cache.get('/', keep('page'), { from: 'a', signal }));
  one.abort();
  begin[0]?.();
  expect((await Promise.all(asked)).map(({ etag }) => etag)).toEqual(['"page"', '"page"']);
  const alone = cache.get('/other', keep('never'), { from: 'a', signal: other.signal });
  other.abort();
  await expect(alone).rejects.toThrow('nobody waits');
});

const reading = (scope: string, text: string) => async (note: (scope: string) => void) => {
  note(scope);
  return { answer: page(text), isCacheable: true };
};

test('a change evicts the responses that show it and no others', async () => {
  const cache = openCache({ maxBytes: 100_000 });
  for (const _ of ['first', 'second'])
    for (const name of ['one', 'two', 'everything']) await cache.get(`/${name}`, reading(name, name));
  cache.forget(['one', 'three']);
  expect(['/one', '/two', '/everything'].map((key) => cache.peek(key) !== null)).toEqual([false, true, false]);
});

test('a response is not cached if the data that it read changes while it is made, but is if other data change', async () => {
  const cache = openCache({});
  const gate = Promise.withResolvers<void>();
  const make = (scope: string) => async (note: (scope: string) => void) => {
    note(scope);
    await gate.promise;
    return { answer: page(scope), isCacheable: true };
  };
  const making = [cache.get('/one', make('one')), cache.get('/two', make('two'))];
  cache.forget(['one']);
  // Requests after the change do not wait for a response from before it.
  const after = cache.get('/one', reading('one', 'new'));
  expect(cache.join('/two')).not.toBe(null);
  gate.resolve();
  expect((await Promise.all([...making, after])).map(({ etag }) => etag)).toEqual(['"one"', '"two"', '"new"']);
  expect([cache.peek('/one')?.etag, cache.peek('/two')?.etag]).toEqual(['"new"', '"two"']);
});

test('data read after a change is cached, even if the response was begun before it', async () => {
  const cache = openCache({});
  const gate = Promise.withResolvers<void>();
  const making = cache.get('/', async (note) => {
    await gate.promise;
    note('one');
    return { answer: page('new'), isCacheable: true };
  });
  cache.forget(['one']);
  gate.resolve();
  await making;
  expect(cache.peek('/')?.etag).toBe('"new"');
});

test('a failed response fails its waiting requests, and is made again for the next one', async () => {
  const cache = openCache({});
  let tries = 0;
  const make = async () => {
    tries += 1;
    await Promise.resolve();
    if (tries === 1) throw new Error('broken');
    return { answer: page('well'), isCacheable: true };
  };
  const waiting = await Promise.allSettled(Array.from({ length: 100 }, () => cache.get('/', make)));
  expect([tries, new Set(waiting.map(({ status }) => status))]).toEqual([1, new Set(['rejected'])]);
  expect([(await cache.get('/', make)).etag, tries]).toEqual(['"well"', 2]);
});

test('no request joins a response whose making began five seconds ago or earlier', async () => {
  let now = 0;
  const cache = openCache({ maxAgeMs: 100_000, now: () => now });
  void cache.get('/', () => new Promise(() => undefined));
  now = 4999;
  expect(cache.join('/')).not.toBe(null);
  now = 5000;
  expect(cache.join('/')).toBe(null);
  expect((await cache.get('/', keep('another'))).etag).toBe('"another"');
});

test('responses and their bytes stay within the limits, whatever is requested', async () => {
  const cache = openCache({ maxBytes: 50_000, maxAnswers: 40 });
  for (let index = 0; index < 500; index += 1) {
    const key = `/${index % 70}`;
    await cache.get(key, keep('x'.repeat((index * 37) % 3000)));
    const { answers, bytes } = cache.size;
    expect(answers <= 40 && bytes <= 50_000).toBe(true);
  }
  cache.forget(null);
  expect(cache.size).toEqual({ answers: 0, bytes: 0 });
});
