import { expect, test } from 'vitest';
import { RenderQueue } from './render-queue.ts';

function recorder() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const job = (page: number) => () => {
    begun.push(page);
    return new Promise<void>((resolve) => ends.set(page, resolve));
  };
  return { begun, job, end: (page: number) => ends.get(page)?.() };
}

/** Waits until the callbacks of all settled promises have run. */
async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

test('the page with the highest priority is first', async () => {
  const queue = new RenderQueue(1);
  const { begun, job, end } = recorder();
  queue.setOrder([8, 9, 7]);
  for (const page of [7, 8, 9]) queue.add(page, job(page));
  await settle();
  end(8);
  await settle();
  expect(begun).toEqual([8, 9]);
});

test('at most the allowed number of jobs run at once', async () => {
  const queue = new RenderQueue(2);
  const { begun, job } = recorder();
  for (const page of [1, 2, 3]) queue.add(page, job(page));
  await settle();
  expect(begun).toEqual([1, 2]);
});

test('a page that was scrolled away while queued is never started', async () => {
  const queue = new RenderQueue(1);
  const { begun, job, end } = recorder();
  queue.add(1, job(1));
  const cancel = queue.add(2, job(2));
  queue.add(3, job(3));
  await settle();
  cancel();
  end(1);
  await settle();
  expect(begun).toEqual([1, 3]);
});

test('background jobs run when nothing else is queued, one at a time', async () => {
  const queue = new RenderQueue(3);
  const { begun, job, end } = recorder();
  queue.addBackground(job(101));
  queue.addBackground(job(102));
  queue.add(1, job(1));
  await settle();
  expect(begun).toEqual([1]);
  end(1);
  await settle();
  expect(begun).toEqual([1, 101]);
  queue.add(2, job(2));
  await settle();
  expect(begun).toEqual([1, 101, 2]);
  end(101);
  await settle();
  expect(begun).toEqual([1, 101, 2]);
  end(2);
  await settle();
  expect(begun).toEqual([1, 101, 2, 102]);
});

test('a running job is aborted when it is no longer wanted', async () => {
  const queue = new RenderQueue();
  let seen: AbortSignal | null = null;
  const cancel = queue.add(1, (signal) => {
    seen = signal;
    return new Promise(() => {});
  });
  await settle();
  cancel();
  expect(seen).toMatchObject({ aborted: true });
});

test('no job starts while the queue is paused', async () => {
  const queue = new RenderQueue();
  const { begun, job } = recorder();
  queue.pause();
  queue.add(1, job(1));
  await settle();
  expect(begun).toEqual([]);
  queue.resume();
  expect(begun).toEqual([1]);
});

test('during a pause jobs of excepted pages run, the others when it ends', async () => {
  const queue = new RenderQueue();
  const { begun, job } = recorder();
  queue.add(1, job(1));
  queue.add(200, job(200));
  queue.addBackground(job(0));
  queue.pause([200]);
  expect(begun).toEqual([200]);
  await settle();
  expect(begun).toEqual([200]);
  queue.resume();
  expect(begun).toEqual([200, 1]);
});

test('after a job fails the next one runs', async () => {
  const queue = new RenderQueue(1);
  const { begun, job } = recorder();
  queue.add(1, () => Promise.reject(new Error('broken page')));
  queue.add(2, job(2));
  await settle();
  expect(begun).toEqual([2]);
});

test('after a job is cancelled the next one runs, even if the first never ends', async () => {
  const queue = new RenderQueue(1);
  const { begun, job } = recorder();
  const cancel = queue.add(1, job(1));
  queue.add(2, job(2));
  await settle();
  cancel();
  await settle();
  expect(begun).toEqual([1, 2]);
});
