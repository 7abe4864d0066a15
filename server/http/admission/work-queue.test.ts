import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWorkQueue, type WorkLimits } from './work-queue.ts';

const limits: WorkLimits = { turnMs: 10, waiting: 100, waitMs: 50, calm: 2 };

/** Opens a queue with its own clock. Each piece of work takes the given milliseconds, including its promises. */
function openQueue(changes: Partial<WorkLimits> = {}) {
  let moment = 0;
  let turn = 0;
  const queue = createWorkQueue({ ...limits, ...changes }, () => moment);
  const begun: { name: string; turn: number }[] = [];
  const refused: string[] = [];
  return {
    begun,
    refused,
    enter: (from: string, name: string, ms: number, isGone = false) =>
      queue.enter(from, {
        begin: () => {
          begun.push({ name, turn });
          queueMicrotask(() => queueMicrotask(() => (moment += ms)));
        },
        refuse: () => void refused.push(name),
        isGone: () => isGone,
      }),
    pass: (ms: number) => void (moment += ms),
    async turns(count: number) {
      for (let done = 0; done < count; done += 1) {
        await setImmediate();
        turn += 1;
      }
    },
    names: () => begun.map(({ name }) => name),
  };
}

test('work starts at once under low load, and for a few milliseconds per event loop iteration under high load', async () => {
  const queue = openQueue();
  queue.enter('a', 'first', 0);
  expect(queue.names()).toEqual(['first']);
  queue.pass(11);
  for (let index = 1; index <= 6; index += 1) queue.enter('a', `later ${index}`, 6);
  expect(queue.names()).toEqual(['first']);
  await queue.turns(10);
  expect(queue.names()).toHaveLength(7);
  const perTurn = Object.values(Object.groupBy(queue.begun.slice(1), ({ turn }) => turn)).map(
    (each) => each?.length ?? 0,
  );
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
});

test('a client with many jobs waits behind clients with few', async () => {
  const queue = openQueue();
  queue.enter('bot', 'first', 0);
  queue.pass(11);
  for (const name of ['bot 1', 'bot 2', 'bot 3']) queue.enter('bot', name, 1);
  queue.enter('reader', 'reader 1', 1);
  await queue.turns(5);
  expect(queue.names()).toEqual(['first', 'bot 1', 'reader 1', 'bot 2', 'bot 3']);
});

test('work that has waited too long is refused, unless the queue is nearly empty', async () => {
  const queue = openQueue();
  queue.enter('a', 'first', 0);
  queue.pass(11);
  for (const name of ['1', '2', '3', '4']) queue.enter('a', name, 1);
  queue.pass(51);
  await queue.turns(5);
  expect([queue.refused, queue.names()]).toEqual([
    ['1', '2'],
    ['first', '3', '4'],
  ]);
});

test('a full queue refuses early, and work whose client disconnected is neither started nor refused', async () => {
  const queue = openQueue({ waiting: 2 });
  queue.enter('a', 'first', 0);
  queue.pass(11);
  for (const name of ['1', '2', '3']) queue.enter('a', name, 1, name === '1');
  expect(queue.refused).toEqual(['3']);
  await queue.turns(5);
  expect([queue.refused, queue.names()]).toEqual([['3'], ['first', '2']]);
});
