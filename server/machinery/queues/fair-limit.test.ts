import { expect, test } from 'vitest';
import { createFairLimit, type FairLimits } from './fair-limit.ts';
import { Refused } from './refused.ts';

const limits: FairLimits = { maxRunning: 1, maxWaiting: 4, maxWaitMs: 60_000, jobMs: 60_000 };

/**
 * Opens a queue whose only worker is busy until `free` is called, and records the order in which jobs run. Each test
 * must call `free`: a minute later the first job would be refused, during another test.
 */
function openBusyQueue(changes: Partial<FairLimits> = {}) {
  const queue = createFairLimit({ ...limits, ...changes });
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  void queue.run('first', () => gate.promise);
  const run = (from: string, name: string, signal?: AbortSignal) =>
    queue
      .run(
        from,
        async () => {
          order.push(name);
        },
        signal,
      )
      .catch((error: unknown) => (error instanceof Refused ? error.why : error));
  return { order, run, free: gate.resolve };
}

test('clients take turns, however many jobs one of them has', async () => {
  const { order, run, free } = openBusyQueue();
  const all = [run('bot', 'bot 1'), run('bot', 'bot 2'), run('bot', 'bot 3'), run('reader', 'reader 1')];
  free();
  await Promise.all(all);
  expect(order).toEqual(['bot 1', 'reader 1', 'bot 2', 'bot 3']);
});

test('when the queue is full the client with most jobs loses its last one, and its own next job is refused', async () => {
  const { order, run, free } = openBusyQueue();
  const bots = [1, 2, 3, 4, 5].map((index) => run('bot', `bot ${index}`));
  expect(await bots[4]).toBe('full');
  const reader = run('reader', 'reader 1');
  expect(await bots[3]).toBe('full');
  free();
  await Promise.all([...bots, reader]);
  expect(order).toEqual(['bot 1', 'reader 1', 'bot 2', 'bot 3']);
});

test('an aborted job is not started', async () => {
  const { order, run, free } = openBusyQueue();
  const leaving = new AbortController();
  const left = run('a', 'left', leaving.signal);
  const stayed = run('a', 'stayed');
  leaving.abort();
  expect(await left).toBe('aborted');
  expect(await run('a', 'gone before', leaving.signal)).toBe('aborted');
  free();
  await stayed;
  expect(order).toEqual(['stayed']);
});

test('waiting and running jobs have time limits', async () => {
  const waits = openBusyQueue({ maxWaitMs: 1 });
  expect(await waits.run('a', 'never')).toBe('timed-out');
  waits.free();
  const queue = createFairLimit({ ...limits, jobMs: 1 });
  await expect(queue.run('a', () => new Promise(() => undefined))).rejects.toMatchObject({ why: 'too-slow' });
  expect(await queue.run('a', async () => 'its place is free')).toBe('its place is free');
});

test('with few waiting jobs none is refused on a slow machine, but of many jobs those that waited too long are', async () => {
  const calm = { maxWaitMs: 1, calm: 4, calmWaitMs: 60_000 };
  const few = openBusyQueue(calm);
  const waiting = ['a', 'b', 'c'].map((from) => few.run(from, from));
  // The same queue refuses the first of four before it has started any.
  const many = openBusyQueue(calm);
  const crowd = ['a', 'b', 'c', 'd'].map((from) => many.run(from, from));
  expect(await Promise.race(crowd)).toBe('timed-out');
  few.free();
  many.free();
  await Promise.all([...waiting, ...crowd]);
  expect([few.order, many.order]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c', 'd'],
  ]);
  const impatient = openBusyQueue({ ...calm, calmWaitMs: 2 });
  expect(await impatient.run('a', 'never')).toBe('timed-out');
  impatient.free();
});

test('a failing job does not affect others', async () => {
  const queue = createFairLimit(limits);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('a', async () => 'well')).toBe('well');
});

test('a job that throws before it returns a promise rejects, and frees its slot immediately', async () => {
  const queue = createFairLimit(limits);
  const fails = () =>
    queue.run('a', () => {
      throw new Error('broken');
    });
  await expect(fails()).rejects.toThrow('broken');
  expect(await queue.run('a', async () => 'well')).toBe('well');
});
