import { afterEach, expect, test, vi } from 'vitest';
import { openDatabaseClock } from './database-clock.ts';

afterEach(() => void vi.useRealTimers());

test("follows the database's clock, even after the machine's clock was set, and refreshes it regularly", async () => {
  vi.useFakeTimers({ now: 5_000_000 });
  let moment = 1000;
  let asked = 0;
  const clock = await openDatabaseClock(
    async () => {
      asked += 1;
      return moment;
    },
    { everyMs: 50 },
  );
  expect([clock.now(), asked]).toEqual([1000, 1]);
  vi.setSystemTime(9_000_000);
  expect(clock.now()).toBe(1000);
  moment = 7000;
  await vi.advanceTimersByTimeAsync(50);
  expect([clock.now(), asked]).toEqual([7000, 2]);
  clock.close();
  await vi.advanceTimersByTimeAsync(500);
  expect([clock.now(), asked]).toEqual([7500, 2]);
});

test("uses the machine's time until the database first answers, and later extrapolates from its last answer", async () => {
  vi.useFakeTimers({ now: 5_000_000 });
  const answers: (() => number)[] = [];
  const ask = async () => {
    const answer = answers.shift();
    if (!answer) throw new Error('away');
    return answer();
  };
  const clock = await openDatabaseClock(ask, { everyMs: 50 });
  expect(clock.now()).toBe(5_000_000);
  answers.push(() => 100);
  await vi.advanceTimersByTimeAsync(50);
  expect(clock.now()).toBe(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(clock.now()).toBe(200);
  clock.close();
});
