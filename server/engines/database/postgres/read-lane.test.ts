import { describe, expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { readAs } from '#server/machinery/queues/caller.ts';
import type { LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { openReadLane } from './read-lane.ts';

const missing = whyNoPostgres();
const endless = 'select pg_sleep(3600)';

/** Opens a lane with one connection and a queue of two, with deadlines that the test triggers. */
async function openLane(isGuarded: boolean, given: Partial<LaneLimits> = {}) {
  const made = await (await openPostgresServer()).make();
  const deadlines = new Set<() => void>();
  const setDeadline: SetDeadline = (abort) => {
    deadlines.add(abort);
    return () => deadlines.delete(abort);
  };
  const limits = { workers: 1, maxWaiting: 2, deadlineMs: 600_000, ...given };
  const lane = openReadLane({ address: made.address, limits, setDeadline, isGuarded, onLost: () => undefined });
  return {
    ...lane,
    deadlines,
    /** Returns the number of statements that the server runs for the lane. */
    async running() {
      const rows = await runOn(
        made.address,
        `select pid from pg_stat_activity where datname = current_database() and query like '%pg_sleep(3600)%' and state = 'active' and pid <> pg_backend_pid()`,
      );
      return rows.length;
    },
    async [Symbol.asyncDispose]() {
      await lane.close();
      await made[Symbol.asyncDispose]();
    },
  };
}

const refusalOf = (read: Promise<unknown>) =>
  read.then(
    () => 'answered',
    (error: unknown) => (error instanceof Problem ? `${error.type}: ${error.message}` : error),
  );

describe.skipIf(missing)('a lane of reads in PostgreSQL', () => {
  test.each([true, false])(
    'ends a statement past its deadline on the server too, and runs the next one (guarded: %s)',
    async (isGuarded) => {
      await using lane = await openLane(isGuarded);
      const refused = refusalOf(lane.read(endless, []));
      await expect.poll(() => lane.running()).toBe(1);
      for (const abort of lane.deadlines) abort();
      expect(await refused).toMatch(/^general_service_unavailable: The library is busy, or this request is too large/);
      await expect.poll(() => lane.running()).toBe(0);
      for (let count = 0; count < 3; count += 1)
        expect(await lane.read('select $1::bigint as one', [1])).toEqual([{ one: 1 }]);
      expect(lane.deadlines.size).toBe(0);
    },
  );

  test('bounds the queue, and ends queued statements at their deadline too', async () => {
    await using lane = await openLane(true);
    const first = refusalOf(lane.read(endless, []));
    await expect.poll(() => lane.running()).toBe(1);
    const queued = [refusalOf(lane.read('select 1', [])), refusalOf(lane.read('select 1', []))];
    expect(await refusalOf(lane.read('select 1', []))).toBe(
      'general_service_unavailable: The library is busy. Please try again in a moment.',
    );
    expect(lane.state()).toEqual({ waiting: 2, running: 1 });
    for (const abort of lane.deadlines) abort();
    expect(await Promise.all([first, ...queued])).toEqual(
      Array(3).fill(expect.stringContaining('request is too large')),
    );
  });

  test('a guarded statement is ended by the server itself if its node does not end it', async () => {
    await using lane = await openLane(true);
    expect(
      await lane.read(
        "select current_setting('statement_timeout') as most, current_setting('transaction_read_only') as only",
        [],
      ),
    ).toEqual([{ most: '1201s', only: 'on' }]);
    await expect(lane.read('create table more (id text)', [])).rejects.toThrow('read-only');
    expect(await lane.read('select 1 as one', [])).toEqual([{ one: 1 }]);
  });

  test('ends running reads and refuses queued ones when closed', async () => {
    await using lane = await openLane(true);
    const reads = [refusalOf(lane.read(endless, [])), refusalOf(lane.read('select 1', []))];
    await expect.poll(() => lane.running()).toBe(1);
    await lane.close();
    expect(await Promise.all(reads)).toEqual(Array(2).fill('general_service_unavailable: The library is closing.'));
    expect(await refusalOf(lane.read('select 1', []))).toBe('general_service_unavailable: The library is closing.');
    expect(await lane.running()).toBe(0);
  });
});

describe.skipIf(missing)('fairness of a lane of reads in PostgreSQL', () => {
  test("limits a client's slow statements to part of the connections and of the queue, and drops that client's first", async () => {
    await using lane = await openLane(true, { workers: 2, maxWaiting: 2, ofOne: 1 });
    const readFor = (client: string, statement: string) =>
      readAs('visitor', () => refusalOf(lane.read(statement, [])), client);
    const slow = [readFor('192.0.2.1', endless)];
    await expect.poll(() => lane.running()).toBe(1);
    slow.push(readFor('192.0.2.1', endless), readFor('192.0.2.1', endless));
    expect(lane.state()).toEqual({ waiting: 2, running: 1 });
    expect(await readFor('192.0.2.1', endless)).toContain('The library is busy');
    expect(await readFor('192.0.2.2', 'select 1')).toBe('answered');
    // Both connections are in use, and the queue is full: the first client loses its last place to a third one.
    slow.push(readFor('192.0.2.2', endless));
    await expect.poll(() => lane.running()).toBe(2);
    const third = readFor('192.0.2.3', 'select 1');
    expect(await slow[2]).toContain('The library is busy');
    for (const abort of lane.deadlines) abort();
    expect(await Promise.all(slow)).not.toContain('answered');
    expect(await third).not.toBe('answered');
    expect(await readFor('192.0.2.3', 'select 1')).toBe('answered');
  });
});
