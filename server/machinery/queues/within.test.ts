import { expect, test } from 'vitest';
import { within } from './within.ts';

test('work that ends in time gives its result, or its error', async () => {
  expect(await within(60_000, Promise.resolve('in time'), 'late')).toBe('in time');
  await expect(within(60_000, Promise.reject(new Error('failed')), 'late')).rejects.toThrow('failed');
});

test('work that takes longer continues, and the other result arrives', async () => {
  const slow = Promise.withResolvers<string>();
  expect(await within(1, slow.promise, 'late')).toBe('late');
  slow.resolve('at last');
  expect(await slow.promise).toBe('at last');
});
