import { expect, test } from 'vitest';
import { memoizeSuccess } from './memoize-success.ts';

test('calls at the same time share the work, a failure is tried again, and a success stays', async () => {
  const outcomes = [() => Promise.reject(new Error('offline')), () => Promise.resolve('loaded')];
  let calls = 0;
  const load = memoizeSuccess(async () => {
    calls += 1;
    return (outcomes[calls - 1] ?? (() => Promise.reject(new Error('called too often'))))();
  });
  const atOnce = await Promise.allSettled([load(), load()]);
  expect([calls, ...atOnce.map(({ status }) => status)]).toEqual([1, 'rejected', 'rejected']);
  expect(await Promise.all([load(), load()])).toEqual(['loaded', 'loaded']);
  expect(await load()).toBe('loaded');
  expect(calls).toBe(2);
});
