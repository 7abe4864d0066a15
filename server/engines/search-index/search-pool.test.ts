import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { readAs } from '#server/machinery/queues/caller.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { openSearchPool } from './search-pool.ts';

/**
 * Program of a thread that loads until the first gate is open, and responds to each search with its word once the
 * second gate is open.
 */
const program = `
  import { parentPort, workerData } from 'node:worker_threads';
  const gates = new Int32Array(workerData.gates);
  const aborted = new Int32Array(workerData.abortedId);
  Atomics.wait(gates, 0, 0);
  parentPort.on('message', ({ id, given }) => {
    while (Atomics.load(gates, 1) === 0 && Atomics.load(aborted, 0) !== id) Atomics.wait(gates, 1, 0, 5);
    parentPort.postMessage({ id, result: given[0] });
  });
  parentPort.postMessage({ isReady: true });
`;

/** Opens a pool of one thread, whose deadlines the test controls. */
function openPool() {
  const gates = new Int32Array(new SharedArrayBuffer(8));
  const deadlines = new Map<() => void, number>();
  const setDeadline: SetDeadline = (abort, ms) => {
    const deadline = () => abort();
    deadlines.set(deadline, ms);
    return () => deadlines.delete(deadline);
  };
  const limits = { workers: 1, maxWaiting: 3, waitMs: 5000, deadlineMs: 2000, niceness: 0 };
  const pool = openSearchPool(
    { program: new URL(`data:text/javascript,${encodeURIComponent(program)}`), setup: { gates: gates.buffer } },
    limits,
    setDeadline,
  );
  const answered: string[] = [];
  return {
    answered,
    open(gate: 0 | 1) {
      Atomics.store(gates, gate, 1);
      Atomics.notify(gates, gate);
    },
    /** Returns the running deadlines, in milliseconds. */
    running: () => [...deadlines.values()],
    pass: (ms: number) => [...deadlines].forEach(([abort, each]) => each === ms && abort()),
    search: (site: string, word: string) =>
      readAs('visitor', () => pool.run('find', [word]), site).then(
        () => void answered.push(word),
        (error: unknown) =>
          void answered.push(`${word}: ${error instanceof Problem ? error.headers['retry-after'] : String(error)}`),
      ),
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

test('the time limit of a search begins when its thread has started', async () => {
  await using pool = openPool();
  const search = pool.search('a', 'heap');
  expect(pool.running()).toEqual([5000]);
  pool.open(0);
  await expect.poll(pool.running).toEqual([2000]);
  pool.open(1);
  await search;
  expect([pool.answered, pool.running()]).toEqual([['heap'], []]);
});

test('sites take turns, and when too many searches wait, the site with most of them loses its last search', async () => {
  await using pool = openPool();
  pool.open(0);
  const searches = ['a1', 'a2', 'a3', 'a4'].map((word) => pool.search('a', word));
  searches.push(pool.search('b', 'b1'));
  await searches[3];
  expect(pool.answered).toEqual(['a4: 2']);
  pool.open(1);
  await Promise.all(searches);
  expect(pool.answered).toEqual(['a4: 2', 'a1', 'a2', 'b1', 'a3']);
});

test('a search that waits or runs too long is refused, and the next one gets the thread', async () => {
  await using pool = openPool();
  pool.open(0);
  const searches = [pool.search('a', 'runs'), pool.search('a', 'waits')];
  await expect.poll(pool.running).toEqual([5000, 2000]);
  pool.pass(5000);
  await searches[1];
  searches.push(pool.search('a', 'next'));
  pool.pass(2000);
  await searches[0];
  pool.open(1);
  await Promise.all(searches);
  expect(pool.answered).toEqual(['waits: 2', 'runs: 2', 'next']);
});
