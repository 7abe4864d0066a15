import { expect, test } from 'vitest';
import { createLock, createSerial } from './lock.ts';

test('a lock is passed on in order, and refuses at once when as many wait as may', async () => {
  const lock = createLock({ maxWaiting: 2, waitMs: 60_000 });
  expect(await lock.acquire()).toBeNull();
  const order: string[] = [];
  const waiting = ['first', 'second'].map(async (name) => {
    expect(await lock.acquire()).toBeNull();
    order.push(name);
  });
  expect(await lock.acquire()).toBe('2 other writes are already waiting');
  lock.release();
  await waiting[0];
  expect(order).toEqual(['first']);
  // One has left the queue, so one more may wait.
  const third = lock.acquire();
  lock.release();
  await waiting[1];
  lock.release();
  expect(await third).toBeNull();
  lock.release();
  expect(await lock.acquire()).toBeNull();
});

test('who waits for a lock too long is refused with the reason, and never gets it later', async () => {
  const lock = createLock({ maxWaiting: 1, waitMs: 1 });
  expect(await lock.acquire()).toBeNull();
  expect(await lock.acquire()).toBe('the previous write did not end within 1 ms');
  lock.release();
  expect(await lock.acquire()).toBeNull();
});

test('a call that fails does not prevent the next one, and calls never overlap', async () => {
  const inTurn = createSerial();
  const events: string[] = [];
  const failed = inTurn(async () => {
    events.push('begins');
    await Promise.resolve();
    events.push('ends');
    throw new Error('failed');
  });
  const next = inTurn(async () => events.push('next'));
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe(3);
  expect(events).toEqual(['begins', 'ends', 'next']);
});
