import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allOf } from '#test/support/all-of.ts';
import { inBatches, inParallel } from './in-batches.ts';

async function* count(to: number): AsyncGenerator<number> {
  for (let number = 1; number <= to; number += 1) yield number;
}

test.each([
  { to: 0, batches: [] },
  { to: 3, batches: [[1, 2, 3]] },
  { to: 4, batches: [[1, 2, 3], [4]] },
])('$to items in batches of at most three', async ({ to, batches }) => {
  expect(await allOf(inBatches(count(to), 3))).toEqual(batches);
});

test('at most as many items as the limit are worked on at once, and each exactly once', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel(3, count(10), async (item) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(3);
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('after a failure no more work starts, and the error arrives once the started work has ended', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const whole = inParallel(2, count(10), async (item) => {
    started.push(item);
    if (item === 2) throw new Error('the second failed');
    await setImmediate();
    ended.push(item);
  });
  await expect(whole).rejects.toThrow('the second failed');
  expect(ended).toEqual(started.filter((item) => item !== 2));
  expect(started.length).toBeLessThan(5);
});
