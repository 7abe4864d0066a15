import { expect, test } from 'vitest';
import { readAs } from '#server/machinery/queues/caller.ts';
import { createHashingQueue } from './hashing-queue.ts';

test('hashes one password at a time, in order, and refuses further ones before any work when the queue is full', async () => {
  const queue = createHashingQueue({ maxRunning: 1, maxWaiting: 2 });
  const gate = Promise.withResolvers<void>();
  const order: number[] = [];
  const run = (index: number) =>
    queue(async () => {
      order.push(index);
      await gate.promise;
      return index;
    });
  const all = [run(1), run(2), run(3)];
  await expect(run(4)).rejects.toMatchObject({
    type: 'general_service_unavailable',
    status: 503,
    headers: { 'Retry-After': '5' },
  });
  expect(order).toEqual([1]);
  gate.resolve();
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
  expect(order).toEqual([1, 2, 3]);
});

test('runs the next hash after one fails', async () => {
  const queue = createHashingQueue({ maxRunning: 1, maxWaiting: 2 });
  const failed = queue(() => Promise.reject(new Error('broken')));
  const next = queue(async () => 'well');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('well');
});

test('serves networks in turn, and drops the last hash of the network with the most when the queue is full', async () => {
  const queue = createHashingQueue({ maxRunning: 1, maxWaiting: 4 });
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const run = (from: string) =>
    readAs(
      'visitor',
      () =>
        queue(async () => {
          order.push(from);
          await gate.promise;
          return from;
        }),
      from,
    );
  const many = Array.from({ length: 5 }, () => run('10.0.0.1'));
  const one = run('10.0.0.2');
  await expect(many[4]).rejects.toMatchObject({ type: 'general_service_unavailable' });
  gate.resolve();
  expect(await one).toBe('10.0.0.2');
  await Promise.all(many.slice(0, 4));
  expect(order).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.1']);
});

test('runs the first new hash immediately after all earlier ones have ended, and the next one after it', async () => {
  const queue = createHashingQueue({ maxRunning: 1, maxWaiting: 2 });
  await Promise.all([queue(async () => 1), queue(async () => 2), queue(async () => 3)]);
  const gate = Promise.withResolvers<void>();
  const begun: number[] = [];
  const run = (index: number) =>
    queue(async () => {
      begun.push(index);
      await gate.promise;
    });
  const all = [run(1), run(2)];
  expect(begun).toEqual([1]);
  gate.resolve();
  await Promise.all(all);
});
