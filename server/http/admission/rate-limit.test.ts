import { expect, test } from 'vitest';
import { createRateLimit, rateHeaders } from './rate-limit.ts';

test('the attempts of an hour are counted for each key, and the count is reset after the hour', () => {
  let moment = 0;
  const limit = createRateLimit({ limit: 2, windowMs: 1000, now: () => moment });
  expect(limit.take('a')).toEqual({ isExceeded: false, limit: 2, remaining: 1, resetAt: 1000 });
  expect(limit.take('a').isExceeded).toBe(false);
  expect(limit.take('a')).toEqual({ isExceeded: true, limit: 2, remaining: 0, resetAt: 1000 });
  expect(limit.take('b').isExceeded).toBe(false);
  moment = 1000;
  expect(limit.take('a')).toMatchObject({ isExceeded: false, remaining: 1, resetAt: 2000 });
});

test('several attempts can be counted in one call, and a used-up key is reported', () => {
  let moment = 0;
  const limit = createRateLimit({ limit: 100, windowMs: 1000, now: () => moment });
  expect([limit.take('a', 99).remaining, limit.isUsedUp('a')]).toEqual([1, false]);
  expect([limit.take('a').isExceeded, limit.isUsedUp('a'), limit.isUsedUp('b')]).toEqual([false, true, false]);
  expect(limit.take('a', 5).isExceeded).toBe(true);
  moment = 1000;
  expect(limit.isUsedUp('a')).toBe(false);
});

test('a success resets the attempts, and an attempt that was taken back does not count', () => {
  const limit = createRateLimit({ limit: 1, windowMs: 1000, now: () => 0 });
  limit.take('a');
  limit.giveBack('a');
  expect(limit.take('a').isExceeded).toBe(false);
  limit.reset('a');
  expect(limit.take('a').isExceeded).toBe(false);
  limit.giveBack('never seen');
});

test('a key is forgotten with the first attempt of any key after its window', () => {
  let moment = 0;
  const limit = createRateLimit({ limit: 2, windowMs: 1000, now: () => moment });
  for (const key of ['a', 'b']) limit.take(key);
  moment = 500;
  limit.take('c');
  expect(limit.size).toBe(3);
  moment = 1000;
  limit.take('c');
  expect(limit.size).toBe(1);
  expect(limit.take('c').isExceeded).toBe(true);
});

test('made-up keys evict the oldest and never fill the memory', () => {
  const limit = createRateLimit({ limit: 1, windowMs: 1000, now: () => 0, maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) limit.take(key);
  expect(limit.take('c').isExceeded).toBe(true);
  expect(limit.take('a').isExceeded).toBe(false);
});

test('the headers give the time of the reset in seconds', () => {
  expect(rateHeaders({ isExceeded: false, limit: 10, remaining: 9, resetAt: 1500 })).toEqual({
    'X-RateLimit-Limit': '10',
    'X-RateLimit-Remaining': '9',
    'X-RateLimit-Reset': '2',
  });
});
