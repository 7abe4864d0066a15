import { expect, test } from 'vitest';
import { withLease } from './with-lease.ts';

/** Returns a lease that another process has during the first requests, and the events in order. */
function leaseAfter(refused: number) {
  const events: string[] = [];
  let requests = 0;
  const lease = {
    durationMs: 60_000,
    take: async () => (requests += 1) > refused,
    release: async () => void events.push('released'),
  };
  return { lease, events, requests: () => requests };
}
const refuse = () => new Error('held by another process');

test('work runs once the lease is free, and then the lease is released', async () => {
  const { lease, events, requests } = leaseAfter(2);
  const result = await withLease(lease, { patienceMs: 60_000, refuse }, async () => events.push('worked'));
  expect(result).toBe(1);
  expect(requests()).toBe(3);
  expect(events).toEqual(['worked', 'released']);
});

test('the lease is released after work that fails', async () => {
  const { lease, events } = leaseAfter(0);
  const failing = () => Promise.reject(new Error('failed'));
  await expect(withLease(lease, { patienceMs: 0, refuse }, failing)).rejects.toThrow('failed');
  expect(events).toEqual(['released']);
});

test('work is refused and does not run while another process keeps the lease', async () => {
  const { lease, events } = leaseAfter(Infinity);
  const waiting = withLease(lease, { patienceMs: 0, refuse }, async () => events.push('worked'));
  await expect(waiting).rejects.toThrow('held by another process');
  expect(events).toEqual([]);
});

test('the lease is released only after a renewal that is under way, which would take it again', async () => {
  const events: string[] = [];
  const renewal = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<void>();
  let requests = 0;
  const lease = {
    durationMs: 4,
    take: async () => {
      requests += 1;
      if (requests === 1) return true;
      begun.resolve();
      return renewal.promise.finally(() => events.push('renewed'));
    },
    release: async () => void events.push('released'),
  };
  const done = withLease(lease, { patienceMs: 0, refuse }, () => begun.promise);
  await begun.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([]);
  renewal.resolve(true);
  await done;
  expect(events.at(-1)).toBe('released');
  expect(events).toContain('renewed');
});
