import { expect, test } from 'vitest';
import { queryDefaults } from './query-defaults.ts';

test('fetched data is cached for five minutes, and each retry waits twice as long, up to half a minute', () => {
  expect(queryDefaults.gcTime).toBe(300_000);
  expect([0, 1, 2, 4, 5, 9].map(queryDefaults.retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});
