import { expect, test } from 'vitest';
import { awayDelaysMs, SendQueue, type SendItem } from './send-queue.ts';

type Sending = {
  id: string;
  isResumed: boolean;
  onSent: (bytes: number) => void;
  finish: () => void;
  fail: (error: Error) => void;
};

/** Creates a queue whose transfers and delays are ended by the test. */
function openQueue() {
  const sending: Sending[] = [];
  const waits: { milliseconds: number; run: () => void }[] = [];
  const queue = new SendQueue({
    judge: (error) => {
      const message = error instanceof Error ? error.message : '';
      if (message === 'away' || message === 'paused') return { means: message, reason: `It is ${message}.` };
      return { means: 'file', reason: message };
    },
    after: (milliseconds, run) => {
      const wait = { milliseconds, run };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait) >>> 0, 1);
    },
  });
  const item = (id: string, sizeBytes = 100): SendItem => ({
    id,
    sizeBytes,
    send: ({ signal, isResumed, onSent }) =>
      new Promise((resolve, reject) => {
        const end = () => sending.splice(sending.indexOf(mine), 1);
        const mine: Sending = {
          id,
          isResumed,
          onSent,
          finish: () => (end(), resolve()),
          fail: (error) => (end(), reject(error)),
        };
        sending.push(mine);
        signal.addEventListener('abort', () => mine.fail(new DOMException('aborted', 'AbortError')));
      }),
  });
  const ids = () => sending.map(({ id }) => id);
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { queue, item, sending, waits, ids, settle };
}

test('three files are sent at once, the next starts when one is done, and counts restart after the last', async () => {
  const { queue, item, sending, ids, settle } = openQueue();
  queue.add(['a', 'b', 'c', 'd'].map((id) => item(id)));
  expect(ids()).toEqual(['a', 'b', 'c']);
  sending[0]?.onSent(40);
  expect(queue.get().bytes).toEqual({ sent: 40, total: 400 });
  sending[1]?.finish();
  await settle();
  expect(ids()).toEqual(['a', 'c', 'd']);
  for (const each of sending.slice()) each.finish();
  await settle();
  expect(queue.get()).toMatchObject({ status: 'idle', files: { done: 4, total: 4 }, bytes: { sent: 400, total: 400 } });
  expect([...queue.get().sent]).toEqual(['b', 'a', 'c', 'd']);
  queue.add([item('e')]);
  expect(queue.get()).toMatchObject({ files: { done: 0, total: 1 }, bytes: { sent: 0, total: 100 } });
});

test('a file that cannot be sent is recorded with its reason, and the others continue', async () => {
  const { queue, item, sending, ids, settle } = openQueue();
  queue.add(['a', 'b', 'c', 'd'].map((id) => item(id)));
  sending[0]?.fail(new Error('It is too large.'));
  await settle();
  expect(ids()).toEqual(['b', 'c', 'd']);
  expect(queue.get().failures.get('a')).toEqual({ means: 'file', reason: 'It is too large.' });
  expect(queue.get().files).toEqual({ done: 0, failed: 1, total: 4 });
  queue.add([item('a')]);
  expect(queue.get().failures.has('a')).toBe(false);
});

test('without a connection, sending is retried after growing delays and continues in the same order', async () => {
  const { queue, item, sending, waits, ids, settle } = openQueue();
  queue.add(['a', 'b', 'c', 'd'].map((id) => item(id)));
  const delays: number[] = [];
  for (let round = 0; round < awayDelaysMs.length + 2; round += 1) {
    sending[1]?.fail(new Error('away'));
    await settle();
    expect(queue.get()).toMatchObject({ status: 'away', reason: 'It is away.' });
    expect([ids(), waits.length]).toEqual([[], 1]);
    delays.push(waits[0]?.milliseconds ?? 0);
    waits.shift()?.run();
    expect(new Set(ids())).toEqual(new Set(['a', 'b', 'c']));
  }
  expect(delays).toEqual([...awayDelaysMs, awayDelaysMs.at(-1), awayDelaysMs.at(-1)]);
  expect(sending.every(({ isResumed }) => isResumed)).toBe(true);
  sending[0]?.onSent(1);
  sending[0]?.fail(new Error('away'));
  await settle();
  expect(waits[0]?.milliseconds).toBe(awayDelaysMs[0]);
});

test('an error that only a person can fix pauses the queue until the user continues', async () => {
  const { queue, item, sending, waits, ids, settle } = openQueue();
  queue.add([item('a'), item('b')]);
  sending[0]?.fail(new Error('paused'));
  await settle();
  expect(queue.get()).toMatchObject({ status: 'paused', reason: 'It is paused.' });
  expect(waits).toEqual([]);
  queue.add([item('c')]);
  expect(ids()).toEqual([]);
  queue.resume();
  expect(new Set(ids())).toEqual(new Set(['a', 'b', 'c']));
});

test('pausing keeps files, cancelling removes them, and neither counts as a failure', async () => {
  const { queue, item, ids, settle } = openQueue();
  queue.add([item('a'), item('b')]);
  queue.pause();
  await settle();
  expect([ids(), queue.get().status, [...queue.get().pending]]).toEqual([[], 'paused', ['a', 'b']]);
  queue.resume();
  expect(ids()).toEqual(['a', 'b']);
  queue.cancel();
  await settle();
  expect(queue.get()).toMatchObject({ status: 'idle', files: { total: 0, failed: 0 } });
  expect(queue.get().failures.size).toBe(0);
  queue.resume();
  expect(ids()).toEqual([]);
});

test('a discarded file is removed, and the next one is sent', async () => {
  const { queue, item, ids, settle } = openQueue();
  queue.add(['a', 'b', 'c', 'd'].map((id) => item(id)));
  queue.drop(['b']);
  await settle();
  expect(ids()).toEqual(['a', 'c', 'd']);
  expect(queue.get()).toMatchObject({ files: { total: 3 }, bytes: { total: 300 } });
  queue.drop(['a', 'c', 'd']);
  await settle();
  expect(queue.get()).toMatchObject({ status: 'idle', files: { total: 0 } });
});
