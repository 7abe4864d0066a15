import { expect, test } from 'vitest';
import type { SignInWait } from '#server/engines/database/account-records.ts';
import { createSharedPace } from './shared-pace.ts';
import { createTryLimit } from './try-limit.ts';

const hour = 60 * 60 * 1000;

/** Opens a limit of two attempts an hour, on a clock that the test sets. */
function openLimit(options: { maxKeys?: number } = {}) {
  const clock = { now: 1_790_000_000_000 };
  const usedUp: SignInWait[] = [];
  const forgiven: string[] = [];
  const limit = createTryLimit({
    limit: 2,
    windowMs: hour,
    maxStep: 2,
    maxKeys: options.maxKeys ?? 100,
    now: () => clock.now,
    hash: (key) => key.length,
    onUsedUp: (wait) => usedUp.push(wait),
    onForgiven: (key) => forgiven.push(key),
  });
  const fail = (key: string) => {
    const verdict = limit.take(key);
    if (!verdict.isExceeded) limit.fail(key);
    return verdict;
  };
  return { clock, limit, fail, usedUp, forgiven };
}

test('counts attempts for each key, and allows them again when the window ends', () => {
  const { clock, fail } = openLimit();
  expect(fail('a')).toEqual({ isExceeded: false, limit: 2, remaining: 1, resetAt: clock.now + hour });
  expect(fail('a')).toMatchObject({ isExceeded: false, remaining: 0 });
  expect(fail('a')).toEqual({ isExceeded: true, limit: 2, remaining: 0, resetAt: clock.now + hour });
  expect(fail('b').isExceeded).toBe(false);
  clock.now += hour;
  expect(fail('a')).toMatchObject({ isExceeded: false, remaining: 1 });
});

test('doubles the window after one was used up, up to a limit, and resets it after a day without attempts', () => {
  const { clock, fail } = openLimit();
  const useUp = () => {
    const { resetAt } = fail('a');
    fail('a');
    const waits = resetAt - clock.now;
    clock.now = resetAt;
    return waits / hour;
  };
  expect([useUp(), useUp(), useUp(), useUp()]).toEqual([1, 2, 4, 4]);
  clock.now += 24 * hour;
  expect(useUp()).toBe(1);
});

test('on each sweep, forgets keys a window after their first attempt, and used-up keys a day later', () => {
  const { clock, limit, fail } = openLimit();
  fail('once');
  for (let tries = 0; tries < 2; tries += 1) fail('used up');
  const left = () => {
    limit.sweep();
    return limit.size;
  };
  clock.now += hour - 1;
  expect(left()).toBe(2);
  clock.now += 1;
  expect(left()).toBe(1);
  clock.now += 24 * hour - 1;
  expect(left()).toBe(1);
  clock.now += 1;
  expect(left()).toBe(0);
});

test('resets the attempts after a success, and does not count an attempt that was taken back', () => {
  const { limit, fail, usedUp, forgiven } = openLimit();
  limit.take('a');
  limit.giveBack('a');
  fail('a');
  fail('a');
  expect(usedUp).toHaveLength(1);
  limit.reset('a');
  expect(forgiven).toEqual(['a']);
  expect(fail('a').remaining).toBe(1);
  limit.giveBack('never seen');
});

test('limits ten thousand invented keys, which fill no more than the table', () => {
  const { clock, fail, limit } = openLimit({ maxKeys: 10 });
  fail('a');
  fail('a');
  let refused = 0;
  for (let count = 0; count < 10_000; count += 1) if (fail(`made up ${count}`).isExceeded) refused += 1;
  // Nine entries were left; of the keys that share an entry seven were allowed: one of nine letters, then two of each
  // length.
  expect(refused).toBe(10_000 - 9 - 7);
  expect(fail('a').isExceeded).toBe(true);
  limit.reset('made up 9999');
  expect(fail('made up 9998').isExceeded).toBe(false);
  clock.now += 25 * hour;
  expect(fail('a new one').remaining).toBe(1);
});

test('continues a wait after a restart', () => {
  const { clock, fail, usedUp } = openLimit();
  fail('a');
  fail('a');
  expect(usedUp).toEqual([{ key: 'a', step: 0, endsAt: clock.now + hour }]);
  const restarted = openLimit();
  for (const wait of usedUp) restarted.limit.restore(wait);
  expect(restarted.fail('a').isExceeded).toBe(true);
  restarted.clock.now += hour;
  expect(restarted.fail('a')).toMatchObject({ isExceeded: false, resetAt: restarted.clock.now + 2 * hour });
});

test('makes nobody wait longer than a window after the clock was set back', () => {
  const { clock, fail } = openLimit();
  fail('a');
  fail('a');
  clock.now -= 365 * 24 * hour;
  expect(fail('a').resetAt).toBe(clock.now + hour);
});

/** Opens a pace of three attempts at once, then one a second. */
function openPace() {
  const clock = { now: 1_790_000_000_000 };
  const slow: SignInWait[] = [];
  const options = { burst: 3, everyMs: 1000, now: () => clock.now, hash: (key: string) => key.charCodeAt(0) };
  return { clock, slow, options, pace: createSharedPace({ ...options, onSlow: (wait) => slow.push(wait) }) };
}

test('allows a few attempts immediately at a shared pace, then one after another, and never fewer', () => {
  const { clock, pace } = openPace();
  const take = () => pace.take('a').isExceeded;
  expect([take(), take(), take(), take(), take()]).toEqual([false, false, false, true, true]);
  expect(pace.take('a')).toEqual({ isExceeded: true, limit: 3, remaining: 0, resetAt: clock.now + 1000 });
  expect(pace.take('b').isExceeded).toBe(false);
  clock.now += 1000;
  expect([take(), take()]).toEqual([false, true]);
  pace.giveBack('a');
  expect([take(), take()]).toEqual([false, true]);
});

test('has the same shared pace after a restart, and no delay by a clock that was set back', () => {
  const { clock, pace, slow, options } = openPace();
  for (let count = 0; count < 10; count += 1) pace.take('a');
  expect(slow).toEqual([{ key: '97', step: 0, endsAt: clock.now + 3000 }]);
  const restarted = createSharedPace(options);
  for (const wait of slow) restarted.restore(wait);
  expect(restarted.take('a').isExceeded).toBe(true);
  clock.now -= 365 * 24 * hour;
  expect(restarted.take('a').resetAt).toBe(clock.now + 1000);
  clock.now += 3000;
  expect(restarted.take('a').isExceeded).toBe(false);
});
