import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/books' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Mocks the successive checks whether the server responds; the last value applies to all later checks. */
function stubLibrary(...responds: boolean[]): void {
  vi.stubGlobal('fetch', async () => {
    const answers = responds.length > 1 ? responds.shift() : responds[0];
    if (!answers) throw new TypeError('Failed to fetch');
    return new Response(null);
  });
}

test('code that fails twice while the server responds is missing', async () => {
  stubLibrary(true);
  let requests = 0;
  const code = fetchCode(async () => {
    requests += 1;
    throw new TypeError('not there');
  });
  const refusal = code.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await refusal).toEqual(new TypeError('not there'));
  expect(requests).toBe(2);
});

test('loading waits when the connection returns and is lost again', async () => {
  stubLibrary(true, false, false);
  let requests = 0;
  const code = fetchCode(async () => {
    requests += 1;
    if (requests < 4) throw new TypeError('Failed to fetch');
    return 'the code';
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await code).toBe('the code');
});
