import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { asOwnChange, isOwnChangeRunning } from './own-change.ts';

test('a change counts as running until the last of several has ended, even if one fails, and its result is returned', async () => {
  const queryClient = new QueryClient();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const changes = [first, second].map(({ promise }) => asOwnChange(queryClient, () => promise));
  expect(isOwnChangeRunning(queryClient)).toBe(true);
  expect(isOwnChangeRunning(new QueryClient())).toBe(false);
  first.resolve('done');
  expect(await changes[0]).toBe('done');
  expect(isOwnChangeRunning(queryClient)).toBe(true);
  second.reject(new Error('refused'));
  await expect(changes[1]).rejects.toThrow('refused');
  expect(isOwnChangeRunning(queryClient)).toBe(false);
});
