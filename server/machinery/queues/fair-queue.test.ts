import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import { Refused } from './refused.ts';

const bounds = { workers: 1, maxWaiting: 300, maxWaitingPerKey: 300, maxWaitMs: 60_000 };

test('two hundred pictures of one file delay the next file by one picture', async () => {
  const queue = createFairQueue({ ...bounds, lanes: ['covers'] });
  const done: string[] = [];
  const add = (key: string) => queue.add({ lane: 'covers', key }, async () => void done.push(key));
  const many = Array.from({ length: 200 }, () => add('long'));
  const others = ['b', 'c', 'd'].map(add);
  await Promise.all(others);
  expect(done.filter((key) => key === 'long').length).toBeLessThanOrEqual(5);
  await Promise.all(many);
  expect(done).toHaveLength(203);
});

test('lanes take turns, however many jobs wait in one of them', async () => {
  const queue = createFairQueue({ ...bounds, lanes: ['covers', 'pages'] });
  const done: string[] = [];
  const add = (lane: 'covers' | 'pages', key: string) =>
    queue.add({ lane, key }, async () => void done.push(`${lane} ${key}`));
  const pages = ['a', 'b', 'c', 'd'].map((key) => add('pages', key));
  await add('covers', 'e');
  expect(done).toEqual(['pages a', 'covers e']);
  await Promise.all(pages);
});

test('one file is worked on at most once at a time, so that a slow one leaves a worker to the others', async () => {
  const queue = createFairQueue({ ...bounds, workers: 2, lanes: ['covers'] });
  const slow = Promise.withResolvers<void>();
  const begun: string[] = [];
  const first = queue.add({ lane: 'covers', key: 'slow' }, () => (begun.push('slow 1'), slow.promise));
  const second = queue.add({ lane: 'covers', key: 'slow' }, async () => void begun.push('slow 2'));
  await queue.add({ lane: 'covers', key: 'other' }, async () => void begun.push('other'));
  expect(begun).toEqual(['slow 1', 'other']);
  slow.resolve();
  await Promise.all([first, second]);
  expect(begun).toEqual(['slow 1', 'other', 'slow 2']);
});

test('work that exceeds the queue, times out or is aborted is never started', async () => {
  const queue = createFairQueue({ ...bounds, maxWaiting: 3, maxWaitingPerKey: 2, maxWaitMs: 1, lanes: ['covers'] });
  const blocked = Promise.withResolvers<void>();
  const running = queue.add({ lane: 'covers', key: 'a' }, () => blocked.promise);
  const begun: string[] = [];
  const left = new AbortController();
  const add = (key: string, signal?: AbortSignal) =>
    queue
      .add({ lane: 'covers', key, signal }, async () => void begun.push(key))
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Refused ? error.why : error),
      );
  const leaving = add('b', left.signal);
  left.abort();
  expect(await leaving).toBe('aborted');
  expect(await add('b', left.signal)).toBe('aborted');
  const outcomes = [add('b'), add('b'), add('b'), add('c'), add('d')];
  expect(await Promise.all(outcomes)).toEqual(['timed-out', 'timed-out', 'full', 'timed-out', 'full']);
  expect(queue.size()).toBe(1);
  blocked.resolve();
  await running;
  expect(begun).toEqual([]);
});

test('work that fails makes room for the next, and closing drops everything queued', async () => {
  const queue = createFairQueue({ ...bounds, lanes: ['covers'] });
  const failing = queue.add({ lane: 'covers', key: 'a' }, () => Promise.reject(new Error('its own')));
  await expect(failing).rejects.toThrow('its own');
  const blocked = Promise.withResolvers<string>();
  const running = queue.add({ lane: 'covers', key: 'a' }, () => blocked.promise);
  const waiting = queue.add({ lane: 'covers', key: 'b' }, async () => 'never');
  queue.close();
  await expect(waiting).rejects.toMatchObject({ why: 'closed' });
  await expect(queue.add({ lane: 'covers', key: 'b' }, async () => 'never')).rejects.toMatchObject({ why: 'closed' });
  blocked.resolve('done');
  expect(await running).toBe('done');
});
