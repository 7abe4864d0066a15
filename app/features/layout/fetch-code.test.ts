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

/** Mocks the checks whether the server responds, one after the other; the last one applies to all that follow. */
function stubLibrary(...isThere: boolean[]): void {
  vi.stubGlobal('fetch', async () => {
    const answers = isThere.length > 1 ? isThere.shift() : isThere[0];
    if (!answers) throw new TypeError('Failed to fetch');
    return new Response(null);
  });
}

test('code that fails twice while the server responds is missing', async () => {
  stubLibrary(true);
  let asked = 0;
  const code = fetchCode(async () => {
    asked += 1;
    throw new TypeError('not there');
  });
  const refusal = code.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await refusal).toEqual(new TypeError('not there'));
  expect(asked).toBe(2);
});

test('it waits when the connection returns and is lost again', async () => {
  stubLibrary(true, false, false);
  let asked = 0;
  const code = fetchCode(async () => {
    asked += 1;
    if (asked < 4) throw new TypeError('Failed to fetch');
    return 'the code';
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await code).toBe('the code');
});
