import { afterEach, expect, test, vi } from 'vitest';
import { openDatabaseClock } from './database-clock.ts';

afterEach(() => void vi.useRealTimers());

test('the time is that of the database, also after the clock of the machine was set, and is asked again now and then', async () => {
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

test('while the database never answered it is the time of the machine; later what was known goes on', async () => {
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
