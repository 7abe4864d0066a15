import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { addFile, describeTransactions, newMaterial } from '#server/engines/database/database.suite.ts';
import type { LineState } from '#server/engines/database/change-log.ts';
import { describeLists } from '#server/engines/database/lists.suite.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openPgbouncer, whyNoPgbouncer, type Pgbouncer } from '#test/support/pgbouncer.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { openPostgresServer, runOn, toUrl } from '#test/support/postgres-server.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { openPostgresTransfer } from './postgres-transfer.ts';
import { openReadLane } from './read-lane.ts';

const missing = whyNoPgbouncer();
if (missing) process.stdout.write(`skipped: tests behind PgBouncer, because ${missing}\n`);

let pooler: Pgbouncer;
const poolSize = 3;

beforeAll(async () => {
  if (missing) return;
  pooler = await openPgbouncer((await openPostgresServer()).address, { poolSize });
});
afterAll(() => pooler?.[Symbol.asyncDispose]());

/** A database, directly and through the pooler. */
async function makeBehind({ isEmpty = false } = {}) {
  const made = await (await openPostgresServer()).make({ isEmpty });
  return { ...made, ...pooler.through(made), direct: made.address };
}

async function openEmpty() {
  const made = await makeBehind();
  const opened = await openPostgresLibrary({ in: made, directAddress: made.direct });
  return {
    ...opened,
    direct: made.direct,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await made[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(missing)('records behind PgBouncer in transaction mode', () => {
  describeTransactions(openEmpty);
  describeLists(openEmpty, { runs: 5 });

  test('migrates once when several servers start, then serialises writes with fewer connections than servers', async () => {
    await using made = await makeBehind({ isEmpty: true });
    const nodes = await Promise.all(Array.from({ length: 6 }, () => openPostgresLibrary({ in: made })));
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        nodes[index % nodes.length]?.database.transaction(async ({ settings }) => {
          const before = Number((await settings.find('sum')) ?? 0);
          await settings.set('sum', String(before + 1));
        }),
      ),
    );
    for (const { database } of nodes) expect(await database.settings.find('sum')).toBe('24');
    expect(await runOn(made.direct, 'select name from migrations group by name having count(*) > 1')).toEqual([]);
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
  });

  test('leaves no setting, lock or prepared statement on the connections of the pooler', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await Promise.all(Array.from({ length: 10 }, (_, index) => database.materials.insert(newMaterial(`a${index}`))));
    await Promise.all(Array.from({ length: 10 }, () => database.materials.listTrash({ limit: 1, offset: 0 })));
    await database.tidy();
    // All connections at once, each in a transaction until the last has answered.
    const facts = `select pg_sleep(0.1), current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
      coalesce(current_setting('examshelf.node', true), '') as left,
      (select count(*) from pg_prepared_statements) as prepared, pg_backend_pid() as id`;
    const rows = (await Promise.all(Array.from({ length: poolSize }, () => runOn(opened.address, facts)))) as {
      left: string;
      prepared: number;
      id: number;
    }[][];
    const seen = rows.flat();
    expect(new Set(seen.map(({ id }) => id)).size).toBe(poolSize);
    for (const { left, prepared } of seen) expect([left, prepared]).toEqual(['0 0 ', 0]);
    expect(
      await runOn(
        opened.direct,
        "select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database where locktype = 'advisory' and datname = current_database()",
      ),
    ).toEqual([]);
  });
});

describe.skipIf(missing)('limits and losses behind PgBouncer', () => {
  test('a statement past its deadline is cancelled on the server too, and no other statement is', async () => {
    await using made = await makeBehind();
    const deadlines = new Map<number, () => void>();
    const setDeadline: SetDeadline = (abort) => {
      const place = deadlines.size;
      deadlines.set(place, abort);
      return () => undefined;
    };
    const limits = { workers: 2, maxWaiting: 2, deadlineMs: 600_000 };
    const lane = openReadLane({ address: made.address, limits, setDeadline, isGuarded: true, onLost: () => undefined });
    const running = async (text: string) =>
      (
        await runOn(
          made.direct,
          `select 1 from pg_stat_activity where datname = current_database() and query like '%${text}%' and state = 'active' and pid <> pg_backend_pid()`,
        )
      ).length;
    const refused = lane.read('select pg_sleep(3601)', []).catch((error: unknown) => String(error));
    const other = lane.read('select pg_sleep(0.5), $1::bigint as one', [1]);
    await expect.poll(() => running('3601')).toBe(1);
    deadlines.get(0)?.();
    expect(await refused).toContain('The library is busy, or this request is too large');
    await expect.poll(() => running('3601')).toBe(0);
    expect(await other).toMatchObject([{ one: 1 }]);
    await lane.close();
    // The server's own limit, for a process that can no longer cancel.
    const short = openReadLane({
      address: made.address,
      limits: { workers: 1, maxWaiting: 2, deadlineMs: -450 },
      setDeadline: () => () => undefined,
      isGuarded: true,
      onLost: () => undefined,
    });
    await expect(short.read('select pg_sleep(3602)', [])).rejects.toThrow('statement timeout');
    await short.close();
  });

  test('copies the records as of one moment, whatever is written meanwhile', async () => {
    await using opened = await openEmpty();
    await using transfer = await openPostgresTransfer(opened.address, { isNew: false });
    await opened.database.settings.set('name', 'before');
    await transfer.inSnapshot(async () => {
      expect(await transfer.findSetting('name')).toBe('before');
      await opened.database.settings.set('name', 'after');
      expect(await transfer.findSetting('name')).toBe('before');
    });
    expect(await transfer.findSetting('name')).toBe('after');
  });

  test("reports a database fault when the server ends the pooler's connections, and recovers automatically", async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await database.settings.set('name', 'before');
    const lost = await database
      .transaction(async ({ settings }) => {
        await settings.set('name', 'lost');
        await runOn(
          opened.direct,
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      })
      .then(() => null, readFault);
    expect(lost).toBe('database-failing');
    const written = await database.settings.set('name', 'after').then(() => null, readFault);
    expect([null, 'database-failing']).toContain(written);
    await database.settings.set('name', 'last');
    expect(await database.settings.find('name')).toBe('last');
  });
});

describe.skipIf(missing)('the LISTEN connection behind PgBouncer', () => {
  test.each<[string, boolean, LineState]>([
    ['directly it listens', true, 'listening'],
    ['through the pooler it is reported as deaf', false, 'deaf'],
  ])('%s', async (_name, isDirect, wanted) => {
    await using made = await makeBehind();
    await using opened = await openPostgresLibrary({
      in: made,
      ...(isDirect && { directAddress: made.direct }),
    });
    const states: LineState[] = [];
    const line = opened.database.changeLog?.listen({
      onEntry: () => undefined,
      onState: (state) => void states.push(state),
      checkMs: 200,
    });
    await expect.poll(() => line?.state).toBe(wanted);
    expect(states).toEqual([wanted]);
    await line?.close();
  });
});

describe.skipIf(missing)('whole servers behind PgBouncer', () => {
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
  const headers = { 'x-appwrite-project': ids.projectId };
  const titles = async ({ url }: TestServer) => {
    const answer = await fetch(`${url}${api.documents(ids, 'papers')}`, { headers });
    return ((await answer.json()) as { documents: { title: string }[] }).documents.map(({ title }) => title);
  };

  test('serves sign-in, upload, publishing, lists and search, and a second server receives changes immediately', async () => {
    await using made = await makeBehind({ isEmpty: true });
    const settings = { DATABASE_DIRECT_URL: toUrl(made.direct) };
    const start = (name: string) =>
      openTestServer({ database: made, readsTexts: true, settings: { ...settings, NODE_NAME: name } });
    await using one = await start('a');
    await using two = await start('b');
    const librarian = await openLibrarian(one.url);
    expect(await titles(two)).toEqual([]);
    await librarian.upload('paper.pdf', makePdf([['Explain pointers to functions']]), 'paper');
    await librarian.publish('paper', { ...place, title: 'First', fileId: 'paper' }, 'one');
    await expect.poll(() => titles(two)).toEqual(['First']);
    await librarian.send('PATCH', api.document(ids, 'papers', 'one'), { data: { title: 'Second' } });
    await expect.poll(() => titles(two)).toEqual(['Second']);
    const everywhere = { kind: [], facultyId: [], semesterId: [], subject: [], year: [], yearBs: [], asTyped: false };
    const found = async () => {
      const answer = await fetch(
        `${two.url}${api.search({ ...everywhere, q: 'pointers functions', limit: 10, offset: 0 })}`,
      );
      return ((await answer.json()) as { total: number }).total;
    };
    await expect.poll(found).toBe(1);
    for (const { url } of [one, two]) {
      const ready = await fetch(`${url}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { line: 'listening' }]);
    }
  });
});
