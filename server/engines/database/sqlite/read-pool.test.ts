import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { readAs, type Caller } from '#server/machinery/queues/caller.ts';
import type { LaneLimits } from './read-limits.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { openReadPool } from './read-pool.ts';

const limits: LaneLimits = { workers: 1, maxWaiting: 2, deadlineMs: 1000, niceness: 0 };

/** A pool on a small database, with deadlines that the test triggers. */
async function openPool(change: Partial<LaneLimits> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-pool-'));
  const file = path.join(folder, 'pool.sqlite');
  const writer = new DatabaseSync(file);
  writer.exec('pragma journal_mode = wal; create table facts (fact text); insert into facts values (1)');
  const deadlines = new Map<() => void, number>();
  const setDeadline: SetDeadline = (abort, ms) => {
    const deadline = () => abort();
    deadlines.set(deadline, ms);
    return () => deadlines.delete(deadline);
  };
  const lane = { ...limits, ...change };
  const pool = openReadPool({ file, limits: { visitor: lane, page: lane, administrator: lane }, setDeadline });
  return {
    pool,
    file,
    writer,
    deadlines,
    passDeadlines: () => [...deadlines.keys()].forEach((abort) => abort()),
    read: (caller: Caller, sql: string) => pool.read(caller, sql, []),
    async [Symbol.asyncDispose]() {
      await pool.close();
      writer.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Overwrites the first page of a table in the file. */
async function overwriteRoot(file: string, table: string): Promise<void> {
  using database = new DatabaseSync(file, { readOnly: true });
  const { page_size: bytes } = { ...database.prepare('pragma page_size').get() };
  const { rootpage } = { ...database.prepare('select rootpage from sqlite_schema where name = ?').get(table) };
  await using handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(Number(bytes), 'Z'), 0, Number(bytes), (Number(rootpage) - 1) * Number(bytes));
}

/** A statement that ends only when it is aborted. */
const endless = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers)
  select count(*) from numbers where n % 64 <> 0 or stop_if_aborted()`;

const refusalOf = (read: Promise<unknown>) =>
  read.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof Problem ? [error.type, error.status, error.headers['retry-after']] : String(error),
  );
const busy = ['general_service_unavailable', 503, '2'];

test('refuses and aborts a statement past its deadline, and runs the next one in its thread', async () => {
  await using opened = await openPool();
  const refusal = refusalOf(opened.read('visitor', endless));
  expect(opened.pool.state.visitor).toEqual({ waiting: 0, running: 1 });
  opened.passDeadlines();
  expect(await refusal).toEqual(busy);
  // The only thread of the lane: answered only if the endless statement has ended.
  expect(await opened.read('visitor', 'select fact from facts')).toEqual([{ fact: '1' }]);
  expect(opened.pool.state.visitor).toEqual({ waiting: 0, running: 0 });
  expect(opened.deadlines.size).toBe(0);
});

test('starts the deadline of a statement only after its thread has started', async () => {
  await using opened = await openPool({ waitMs: 5000 });
  const read = refusalOf(opened.read('visitor', endless));
  expect([...opened.deadlines.values()]).toEqual([5000]);
  await expect.poll(() => [...opened.deadlines.values()]).toEqual([limits.deadlineMs]);
  opened.passDeadlines();
  expect(await read).toEqual(busy);
});

test('never runs a statement that is queued past its deadline', async () => {
  await using opened = await openPool();
  const refusals = [refusalOf(opened.read('visitor', endless)), refusalOf(opened.read('visitor', endless))];
  opened.passDeadlines();
  expect(await Promise.all(refusals)).toEqual([busy, busy]);
  expect(await opened.read('visitor', 'select 2 as two')).toEqual([{ two: 2 }]);
});

test('refuses statements immediately when the queue is full, without affecting other lanes', async () => {
  await using opened = await openPool();
  const held = [1, 2, 3].map(() => refusalOf(opened.read('visitor', endless)));
  expect(await refusalOf(opened.read('visitor', 'select 1'))).toEqual(busy);
  expect(opened.pool.state.visitor).toEqual({ waiting: 2, running: 1 });
  expect(await opened.read('page', 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await opened.read('administrator', 'select 1 as one')).toEqual([{ one: 1 }]);
  opened.passDeadlines();
  expect(await Promise.all(held)).toEqual([busy, busy, busy]);
});

test('serves networks in turn, and when the queue is full drops the last statement of the network with the most', async () => {
  await using opened = await openPool({ maxWaiting: 3 });
  const order: string[] = [];
  const readFor = (from: string, name: string, sql: string) =>
    readAs('visitor', () => refusalOf(opened.read('visitor', sql)), from).then((outcome) => {
      order.push(outcome === 'answered' ? name : `${name} refused`);
      return outcome;
    });
  const running = readFor('10.0.0.1', 'a0', endless);
  const [endRunning] = opened.deadlines.keys();
  const many = ['a1', 'a2', 'a3'].map((name) => readFor('10.0.0.1', name, 'select 1'));
  const other = readFor('10.0.0.2', 'b1', 'select 1');
  expect(await many[2]).toEqual(busy);
  endRunning?.();
  await Promise.all([running, ...many, other]);
  expect(order).toEqual(['a3 refused', 'a0 refused', 'a1', 'b1', 'a2']);
});

test('ends an idle thread, and starts another one for later reads', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);
  process.on('worker', note);
  try {
    await using opened = await openPool({ idleMs: 0 });
    expect(await opened.read('visitor', 'select 1 as one')).toEqual([{ one: 1 }]);
    await once(threads[0] as Worker, 'exit');
    // Statements run even while a thread is ending.
    for (let number = 0; number < 4; number += 1) {
      expect(await opened.read('visitor', `select ${number} as number`)).toEqual([{ number }]);
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(threads.length).toBeGreaterThan(1);
  } finally {
    process.off('worker', note);
  }
});

test('runs as many statements at once as a lane has threads', async () => {
  await using opened = await openPool({ workers: 2 });
  const held = refusalOf(opened.read('visitor', endless));
  expect(await opened.read('visitor', 'select 1 as one')).toEqual([{ one: 1 }]);
  opened.passDeadlines();
  expect(await held).toEqual(busy);
});

test("reads written data, reports a wrong statement as the caller's mistake, and can't write", async () => {
  await using opened = await openPool();
  expect(await opened.read('page', 'select fact from facts')).toEqual([{ fact: '1' }]);
  opened.writer.exec('insert into facts values (2)');
  expect(await opened.read('page', 'select count(*) as facts from facts')).toEqual([{ facts: 2 }]);
  await expect(opened.read('page', 'select missing from facts')).rejects.toThrow('no such column: missing');
  await expect(opened.read('page', 'delete from facts')).rejects.toThrow('readonly');
});

test('reports a damaged page with the code of the engine, and runs the next statement in its thread', async () => {
  await using opened = await openPool();
  opened.writer.exec('create table lost (fact text); insert into lost values (1); pragma wal_checkpoint(truncate)');
  await overwriteRoot(opened.file, 'lost');
  const refusal = await opened.read('visitor', 'select fact from lost').catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'ERR_SQLITE_ERROR',
    errcode: 11,
    message: expect.stringContaining('malformed'),
  });
  expect(readFault(refusal)).toBe('database-damaged');
  expect(await opened.read('visitor', 'select fact from facts')).toEqual([{ fact: '1' }]);
});

test('fails only the statement of a thread that dies, and runs the next one in another thread', async () => {
  const missing = openReadPool({
    file: path.join(tmpdir(), 'examshelf-nowhere', 'at-all.sqlite'),
    limits: { visitor: limits, page: limits, administrator: limits },
    setDeadline: () => () => undefined,
  });
  // Each thread ends at its start, because the file does not exist.
  for (let read = 1; read <= 2; read += 1)
    expect(await refusalOf(missing.read('visitor', 'select 1', []))).toEqual(busy);
  // SQLITE_CANTOPEN, by which the fault is recognised.
  expect(readFault(await missing.read('visitor', 'select 1', []).catch((error: unknown) => error))).toBe(
    'no-file-handles',
  );
  expect(missing.state.visitor).toEqual({ waiting: 0, running: 0 });
  await missing.close();
});

test('refuses queued statements, aborts running ones and leaves no thread when closed', async () => {
  await using opened = await openPool();
  const refusals = [refusalOf(opened.read('visitor', endless)), refusalOf(opened.read('visitor', 'select 1'))];
  await opened.pool.close();
  expect(await Promise.all(refusals)).toEqual([busy, busy]);
  expect(opened.pool.state.visitor).toEqual({ waiting: 0, running: 0 });
  expect(await refusalOf(opened.read('visitor', 'select 1'))).toEqual(busy);
});
