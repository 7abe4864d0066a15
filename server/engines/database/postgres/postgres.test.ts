import { describe, expect, test } from 'vitest';
import { emptyQuery, type Filter } from '#contract/query.ts';
import { describeAccounts } from '#server/engines/database/accounts.suite.ts';
import { describeCounts } from '#server/engines/database/counts.suite.ts';
import { addFile, describeTransactions, listIds, newMaterial } from '#server/engines/database/database.suite.ts';
import { describeFiles } from '#server/engines/database/files.suite.ts';
import { describeLists } from '#server/engines/database/lists.suite.ts';
import { describeMaterials } from '#server/engines/database/materials.suite.ts';
import { readMigrations } from '#server/engines/database/migrate.ts';
import { describeQueries } from '#server/engines/database/queries.suite.ts';
import { describeReaders } from '#server/engines/database/readers.suite.ts';
import { describeStaging } from '#server/engines/database/records/staging/staging-table.suite.ts';
import { describeTrail } from '#server/engines/database/trail.suite.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { extentOf } from '#test/support/sweeps.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { postgresMigrations } from './prepare-tables.ts';

const missing = whyNoPostgres();
if (missing) process.stdout.write(`skipped: tests of PostgreSQL, because ${missing}\n`);

const openEmpty = () => openPostgresLibrary();

describe.skipIf(missing)('postgres', () => {
  describeMaterials(openEmpty);
  describeCounts(openEmpty);
  describeTransactions(openEmpty);
  describeQueries(openEmpty);
  describeLists(openEmpty, { runs: extentOf('cases', { all: 80, part: 5 }) });
  describeFiles(openEmpty);
  describeReaders(openEmpty);
  describeAccounts(openEmpty);
  describeStaging(openEmpty);
  describeTrail(openEmpty);
});

describe.skipIf(missing)('values in PostgreSQL', () => {
  test('sorts text by code points, as in SQLite, with any collation of the database', async () => {
    const server = await openPostgresServer();
    const name = `sorted_${process.pid}_${Date.now()}`;
    await server.run(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en' locale 'C'`,
    );
    await using made = {
      address: { ...server.address, database: name },
      url: '',
      [Symbol.asyncDispose]: async () => void (await server.run(`drop database ${name} with (force)`)),
    };
    await using opened = await openPostgresLibrary({ in: made });
    await addFile(opened.database, 'file');
    const subjects = ['b', 'A', 'é', 'a', 'Z', 'अ', '_'];
    for (const [index, subject] of subjects.entries())
      await opened.database.materials.insert(newMaterial(`of-${index}`, { subject }));
    const orders = [{ attribute: 'subject', direction: 'asc' as const }];
    const { materials } = await opened.database.materials.list('paper', { ...emptyQuery, orders });
    expect(materials.map(({ subject }) => subject)).toEqual(['A', 'Z', '_', 'a', 'b', 'é', 'अ']);
  });

  test('accepts fractions, numbers beyond 64 bits and text with NUL in queries, with the same results as SQLite', async () => {
    await using opened = await openEmpty();
    await addFile(opened.database, 'file');
    await opened.database.materials.insert(newMaterial('a1', { year: 2024 }));
    const found = (filter: Filter) => listIds(opened.database, 'paper', { filters: [filter] });
    expect(await found({ method: 'greaterThan', attribute: 'year', values: [2023.5] })).toEqual(['a1']);
    expect(await found({ method: 'equal', attribute: 'year', values: [2024.5] })).toEqual([]);
    expect(await found({ method: 'lessThan', attribute: 'year', values: [1e300] })).toEqual(['a1']);
    expect(await found({ method: 'lessThan', attribute: 'year', values: [3_000_000_000] })).toEqual(['a1']);
    for (const method of ['equal', 'contains', 'startsWith'] as const)
      expect(await found({ method, attribute: 'title', values: ['Title\0of'] })).toEqual([]);
  });

  test('finds a title by its words without accents, and by any three letters of it', async () => {
    await using opened = await openEmpty();
    await addFile(opened.database, 'file');
    await opened.database.materials.insert(newMaterial('a1', { title: "L'Été à l'école, ५ C++" }));
    const found = (method: 'search' | 'contains', text: string) =>
      listIds(opened.database, 'paper', { filters: [{ method, attribute: 'title', values: [text] }] });
    for (const text of ['ete', 'ÉCOLE', 'eco', '5', 'c++', '"a l ecole"'])
      expect([text, await found('search', text)]).toEqual([text, ['a1']]);
    for (const text of ['cole', '"ecole a"', 'c#']) expect([text, await found('search', text)]).toEqual([text, []]);
    for (const text of ['éco', "l'É", 'ole, ५', '++'])
      expect([text, await found('contains', text)]).toEqual([text, ['a1']]);
  });
});

describe.skipIf(missing)('several nodes on one PostgreSQL', () => {
  test('migrates once when ten nodes start at once', async () => {
    const server = await openPostgresServer();
    await using made = await server.make({ isEmpty: true });
    const nodes = await Promise.all(Array.from({ length: 10 }, () => openPostgresLibrary({ in: made })));
    await Promise.all(nodes.map(({ database }, index) => database.settings.set(`node-${index}`, 'here')));
    expect(await runOn(made.address, 'select name from migrations order by name')).toEqual(
      readMigrations(postgresMigrations).map(({ name }) => ({ name })),
    );
    for (const index of nodes.keys()) expect(await nodes[0]?.database.settings.find(`node-${index}`)).toBe('here');
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
  });

  test('prevents changes to rows that a transaction has read until it ends, from any node', async () => {
    await using opened = await openEmpty();
    const other = await opened.open();
    const addOne = (node: typeof other) =>
      node.transaction(async ({ settings }) => {
        const before = Number((await settings.find('sum')) ?? 0);
        await settings.set('sum', String(before + 1));
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => addOne(index % 2 ? other : opened.database)));
    expect(await opened.database.settings.find('sum')).toBe('20');
    await other.close();
  });

  test('fails a write that waited too long for another node, changes nothing, and runs the next one', async () => {
    await using opened = await openEmpty();
    const other = await opened.open({ writerLimits: { maxWaiting: 2, waitMs: 20 } });
    await opened.database.transaction(async ({ settings }) => {
      await settings.set('name', 'first');
      const alone = await other.settings.set('name', 'second').catch((error: unknown) => error);
      const together = await other
        .transaction((records) => records.settings.set('name', 'second'))
        .catch((error: unknown) => error);
      expect([readFault(alone), readFault(together)]).toEqual(['writing-held-up', 'writing-held-up']);
    });
    expect(await other.settings.find('name')).toBe('first');
    await other.settings.set('name', 'second');
    expect(await opened.database.settings.find('name')).toBe('second');
    await other.close();
  });

  test('refuses tables of another release in a program next to the servers, instead of changing them', async () => {
    const server = await openPostgresServer();
    await using made = await server.make({ isEmpty: true });
    await expect(openPostgresLibrary({ in: made, mayMigrate: false })).rejects.toThrow(
      /^setting DATABASE_URL: the library in it is of another release, or there is none; start this server once first$/,
    );
    expect(await runOn(made.address, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });
});

describe.skipIf(missing)('the connection to PostgreSQL', () => {
  test('needs no session state, so a pooler may use another session for each transaction', async () => {
    const server = await openPostgresServer();
    await using made = await server.make();
    await using line = await openUnreliableLine(`http://${made.address.host}:${made.address.port}`);
    const sent: string[] = [];
    line.watch = (bytes) => {
      sent.push(bytes);
      return false;
    };
    const address = { ...made.address, port: Number(new URL(line.url).port) };
    await using opened = await openPostgresLibrary({ in: { ...made, address } });
    await addFile(opened.database, 'file');
    await opened.database.materials.insert(newMaterial('a1'));
    await opened.database.transaction(({ materials }) => materials.withdraw('a1'));
    await opened.database.materials.listTrash({ limit: 10, offset: 0 });
    await opened.database.tidy();
    const all = sent.join('').toLowerCase();
    expect(all).toContain('insert into "materials"');
    expect(all).toContain('set local statement_timeout');
    expect(all).not.toMatch(/\bset (?!local\b|[a-z_"]+ = )/);
    expect(all.match(/\bset (?:session|local )?\w*_timeout/g)?.filter((each) => !each.startsWith('set local'))).toEqual(
      [],
    );
    expect(all).not.toMatch(/pg_(?:try_)?advisory_lock|\blisten\b|\bdeclare\b|create temp|\bprepare\b/);
    // The message that prepares a statement: P, four bytes of length, the name up to a NUL.
    const names = sent.flatMap((bytes) => [
      ...bytes.replaceAll('\0', '␀').matchAll(/P␀[\s\S]{3}([^␀]*)␀(?:select|insert|update|delete)/g),
    ]);
    expect(names.length).toBeGreaterThan(5);
    expect(new Set(names.map(([, name]) => name))).toEqual(new Set(['']));
  });

  test('reports a database fault for a lost connection, rolls back uncommitted writes, and reconnects', async () => {
    const server = await openPostgresServer();
    await using made = await server.make();
    await using line = await openUnreliableLine(`http://${made.address.host}:${made.address.port}`);
    const address = { ...made.address, port: Number(new URL(line.url).port) };
    const seen: unknown[] = [];
    await using opened = await openPostgresLibrary({ in: { ...made, address }, onError: (error) => seen.push(error) });
    const { database } = opened;
    await database.settings.set('name', 'before');
    const lost = await database
      .transaction(async ({ settings }) => {
        await settings.set('name', 'after');
        line.watch = () => true;
      })
      .catch((error: unknown) => error);
    const read = await database.settings.find('name').catch((error: unknown) => error);
    const scanned = await database.materials.listTrash({ limit: 1, offset: 0 }).catch((error: unknown) => error);
    expect([lost, read, scanned].map(readFault)).toEqual(Array(3).fill('database-failing'));
    expect(JSON.stringify(seen.map((error) => [String(error), String((error as Error).cause)]))).not.toContain(
      made.address.password,
    );
    line.watch = () => false;
    expect(await database.settings.find('name')).toBe('before');
    await database.settings.set('name', 'again');
    expect(await database.settings.find('name')).toBe('again');
  });

  test('reconnects without a restart after the server ended its connections', async () => {
    const server = await openPostgresServer();
    await using made = await server.make();
    await using opened = await openPostgresLibrary({ in: made });
    const { database } = opened;
    await database.settings.set('name', 'before');
    await server.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${made.address.database}'`,
    );
    // The first write may use a connection that was just ended.
    const met = await database.settings.set('name', 'after').then(() => null, readFault);
    expect([null, 'database-failing']).toContain(met);
    await database.settings.set('name', 'last');
    expect(await database.settings.find('name')).toBe('last');
  });
});

describe.skipIf(whyNoPostgres())('the daily maintenance of PostgreSQL', () => {
  test('removes entries of killed nodes after an hour, and leaves those that are held or were until just now', async () => {
    await using library = await openPostgresLibrary();
    const when = "(values ('old', interval '-2 hours'), ('late', interval '-1 minute'), ('held', interval '1 minute'))";
    await runOn(
      library.address,
      `insert into file_holds (file_id, holder, held_until) select name, 'node', clock_timestamp() + after from ${when} as v (name, after)`,
    );
    await runOn(
      library.address,
      `insert into search_claims (material_id, node, until) select name, 'node', clock_timestamp() + after from ${when} as v (name, after)`,
    );
    await runOn(
      library.address,
      `insert into photograph_works (file_id, attempt, state, done, photographs, held_until) select name, 'attempt', 'making', 0, '[]', clock_timestamp() + after from ${when} as v (name, after)`,
    );
    await library.database.tidy();
    const left = async (column: string, table: string) =>
      (await runOn(library.address, `select ${column} as id from ${table} order by 1`)).map(
        (row) => (row as { id: string }).id,
      );
    expect(await left('file_id', 'file_holds')).toEqual(['held', 'late']);
    expect(await left('material_id', 'search_claims')).toEqual(['held', 'late']);
    expect(await left('file_id', 'photograph_works')).toEqual(['held', 'late']);
  });
});
