import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryUntilAnswered, retryNow } from './network-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a request that gets no response the given number of times; `sentAt` lists the times of the attempts, in seconds. */
function failingRequest(times: number) {
  const startedAt = Date.now();
  const sentAt: number[] = [];
  const ask = async () => {
    sentAt.push((Date.now() - startedAt) / 1000);
    if (sentAt.length <= times) throw new TypeError('Failed to fetch');
    return 'the answer';
  };
  return { ask, sentAt };
}

test('a request without a response is retried after delays that double from one second up to half a minute', async () => {
  const { ask, sentAt } = failingRequest(7);
  const answer = retryUntilAnswered(ask, () => 'no response');
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await answer).toBe('the answer');
  expect(sentAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
});

test('a retry by the user sends the request at once', async () => {
  const { ask, sentAt } = failingRequest(1);
  const answer = retryUntilAnswered(ask, () => 'no response');
  await vi.advanceTimersByTimeAsync(200);
  retryNow();
  expect(await answer).toBe('the answer');
  expect(sentAt).toEqual([0, 0.2]);
});

test('a refusal counts as a response, and a request without any response fails in the end', async () => {
  const refused = failingRequest(1);
  await expect(retryUntilAnswered(refused.ask, () => 'final')).rejects.toThrow('Failed to fetch');
  expect(refused.sentAt).toEqual([0]);

  const lost = failingRequest(Infinity);
  const outcome = retryUntilAnswered(lost.ask, () => 'no response').catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await outcome).toContain('Failed to fetch');
  expect(lost.sentAt.length).toBeLessThan(40);
});
