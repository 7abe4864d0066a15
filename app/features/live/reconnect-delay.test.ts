import { expect, test } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

test('the delay before a reconnect is 1 s under 5 attempts, 5 s under 15, 10 s under 100, then 60 s', () => {
  expect([0, 4, 5, 14, 15, 99, 100, 1000].map(reconnectDelay)).toEqual([
    1000, 1000, 5000, 5000, 10_000, 10_000, 60_000, 60_000,
  ]);
});
