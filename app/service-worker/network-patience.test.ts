import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerInTime, patienceSeconds } from './network-patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer = (text: string, status = 200) => new Response(text, { status });
const held = async () => answer('held');

test('a server that sends no response within the limit counts as unreachable if there is another response', async () => {
  const found = vi.fn(held);
  const answered = answerInTime(() => new Promise(() => {}), found);
  await vi.advanceTimersByTimeAsync(patienceSeconds * 1000);
  expect(found).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(await (await answered).text()).toBe('held');
});

test('without another response the worker waits for a slow server', async () => {
  let respond: (response: Response) => void = () => {};
  const answered = answerInTime(
    () => new Promise((resolve) => (respond = resolve)),
    async () => null,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  respond(answer('late'));
  expect(await (await answered).text()).toBe('late');
});

test("a server that fails or can't be reached is replaced, a refusal is not", async () => {
  const text = async (response: Response) => [response.status, await response.text()];
  expect(await text(await answerInTime(async () => answer('broken', 503), held))).toEqual([200, 'held']);
  expect(await text(await answerInTime(() => Promise.reject(new TypeError('no line')), held))).toEqual([200, 'held']);
  expect(await text(await answerInTime(async () => answer('gone', 410), held))).toEqual([410, 'gone']);
  await expect(
    answerInTime(
      () => Promise.reject(new TypeError('no line')),
      async () => null,
    ),
  ).rejects.toThrow('no line');
});
