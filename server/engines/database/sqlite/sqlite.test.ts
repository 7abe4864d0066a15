import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { emptyQuery, equal, type ListQuery, type Order } from '#contract/query.ts';
import { describeAccounts } from '#server/engines/database/accounts.suite.ts';
import { describeCounts } from '#server/engines/database/counts.suite.ts';
import { addFile, describeTransactions, newMaterial } from '#server/engines/database/database.suite.ts';
import type { Database } from '#server/engines/database/database.ts';
import { describeFiles } from '#server/engines/database/files.suite.ts';
import { describeLists } from '#server/engines/database/lists.suite.ts';
import { describeMaterials } from '#server/engines/database/materials.suite.ts';
import { describeQueries } from '#server/engines/database/queries.suite.ts';
import { describeReaders } from '#server/engines/database/readers.suite.ts';
import { maxKeptPairs } from '#server/engines/database/records/settings/settings-table.ts';
import { describeStaging } from '#server/engines/database/records/staging/staging-table.suite.ts';
import { describeTrail } from '#server/engines/database/trail.suite.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { extentOf } from '#test/support/sweeps.ts';
import { defineStopFunction } from './sqlite-connection.ts';
import { sqliteFileName } from './sqlite-file.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };

async function openEmpty(options: Partial<SqliteOptions> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-sqlite-'));
  const clock = { now: 1_790_000_000_000 };
  const open = (others: Partial<SqliteOptions> = {}) =>
    openSqlite({ dataDir, publicUrl: 'https://library.test', ids, now: () => clock.now, ...options, ...others });
  const database = await open();
  return {
    database,
    clock,
    file: path.join(dataDir, sqliteFileName),
    open,
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

describe('sqlite', () => {
  describeMaterials(openEmpty);
  describeCounts(openEmpty);
  describeTransactions(openEmpty);
  describeQueries(openEmpty);
  describeLists(openEmpty, { runs: extentOf('cases', { all: 80, part: 8 }) });
  describeFiles(openEmpty);
  describeReaders(openEmpty);
  describeAccounts(openEmpty);
  describeStaging(openEmpty);
  describeTrail(openEmpty);
});

test('has the same records when the file is opened again, and migrates nothing twice', async () => {
  await using opened = await openEmpty();
  await addFile(opened.database, 'file');
  await opened.database.materials.insert(newMaterial('a1'));
  const again = await opened.open();
  expect(await again.materials.find('a1')).toMatchObject({ id: 'a1' });
  await again.close();
});

test('searches a library from before digit folding correctly after its migration', async () => {
  await using opened = await openEmpty();
  await addFile(opened.database, 'file');
  await opened.database.materials.insert({ ...newMaterial('nepali'), title: 'भौतिक शास्त्र २०८०' });
  await opened.database.materials.insert({ ...newMaterial('english'), title: 'Physics 2080' });
  using file = new DatabaseSync(opened.file);
  // As the release before stored it: the unchanged title.
  file.exec("update materials set title_words = 'भौतिक शास्त्र २०८०' where id = 'nepali'");
  const digits = path.join(import.meta.dirname, '..', 'migrations', 'sqlite', '0004-digits-in-search.sql');
  file.exec(await readFile(digits, 'utf8'));
  file.close();
  const again = await opened.open();
  const search = async (text: string) => {
    const filters = [{ method: 'search' as const, attribute: 'title', values: [text] }];
    const { materials } = await again.materials.list('paper', { ...emptyQuery, filters }, 'everything');
    return materials.map(({ id }) => id);
  };
  for (const text of ['2080', '२०८०', '20', '२०'])
    expect([text, await search(text)]).toEqual([text, ['nepali', 'english']]);
  expect(await search('भौतिक 2080')).toEqual(['nepali']);
  expect(await search('2081')).toEqual([]);
  await again.close();
});

test('uses WAL mode, so that reading never waits for writing', async () => {
  await using opened = await openEmpty();
  using file = new DatabaseSync(opened.file, { readOnly: true });
  expect({ ...file.prepare('pragma journal_mode').get() }).toEqual({ journal_mode: 'wal' });
});

test('updates the statistics of the tables when the library is opened again, and daily', async () => {
  await using opened = await openEmpty();
  using file = new DatabaseSync(opened.file, { readOnly: true });
  const rowsOf = (index: string) => file.prepare('select stat from sqlite_stat1 where idx = ?').get(index)?.['stat'];
  await addFile(opened.database, 'file');
  await opened.database.transaction(async ({ materials }) => {
    for (let index = 0; index < 30; index += 1) await materials.insert(newMaterial(`a${index}`));
  });
  await (await opened.open()).close();
  expect(rowsOf('materials_by_file')).toMatch(/^30 /);
  await opened.database.transaction(async ({ materials }) => {
    for (let index = 30; index < 1000; index += 1) await materials.insert(newMaterial(`a${index}`));
  });
  await opened.database.tidy();
  expect(rowsOf('materials_by_file')).toMatch(/^1000 /);
});

test("opens a library and reports the fault if another program's lock prevents updating its statistics", async () => {
  await using opened = await openEmpty();
  await addFile(opened.database, 'file');
  await opened.database.transaction(async ({ materials }) => {
    for (let index = 0; index < 30; index += 1) await materials.insert(newMaterial(`a${index}`));
  });
  using other = new DatabaseSync(opened.file);
  other.exec('begin immediate');
  const errors: unknown[] = [];
  const again = await opened.open({ busyTimeoutMs: 1, onError: (error) => errors.push(error) });
  expect(await again.materials.find('a1')).toMatchObject({ id: 'a1' });
  expect(errors.map(readFault)).toEqual(['writing-held-up']);
  other.exec('rollback');
  await again.settings.set('a', 'b');
  await again.close();
});

test('passes every statement and its duration to the log', async () => {
  const statements: { sql: string; durationMs: number }[] = [];
  await using opened = await openEmpty({ onQuery: (statement) => statements.push(statement) });
  await opened.database.settings.set('a', 'b');
  expect(statements).toMatchObject([
    { sql: expect.stringContaining('insert into "settings"'), durationMs: expect.any(Number) },
  ]);
});

test('rejects a parameter that node:sqlite would silently turn into null', async () => {
  await using opened = await openEmpty();
  const update = opened.database.materials.update('a1', { year: new Date() as unknown as number });
  await expect(update).rejects.toThrow('database (sqlite): a object cannot be a parameter');
  const flag = opened.database.settings.set('a', true as unknown as string);
  await expect(flag).rejects.toThrow('cannot be a parameter');
});

describe('the query plans of page lists', () => {
  const place = [equal('facultyId', 'csit'), equal('semesterId', '1'), equal('subject', 'C Programming')];
  const wholeShelf = /SCAN|TEMP B-TREE/;

  /** Returns the query plan of each statement of a list. */
  const explain = (query: Partial<ListQuery>) =>
    explainAll(({ materials }) => materials.list('paper', { ...emptyQuery, ...query }));

  /** Returns the query plan of each statement of a request. */
  async function explainAll(ask: (database: Database) => Promise<unknown>): Promise<string[]> {
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    await using opened = await openEmpty({ onQuery: (statement) => statements.push(statement) });
    await addFile(opened.database, 'file');
    await opened.database.materials.insert(newMaterial('a1'));
    statements.length = 0;
    await ask(opened.database);
    using file = new DatabaseSync(opened.file, { readOnly: true });
    defineStopFunction(file);
    return statements.flatMap(({ sql, parameters }) =>
      file
        .prepare(`explain query plan ${sql}`)
        .all(...parameters.map(String))
        .map(({ detail }) => String(detail)),
    );
  }

  test('counts a subject by name from its index, and a faculty from the key', async () => {
    const bySubject = await explainAll(({ materials }) => materials.count({ subject: 'C Programming' }));
    expect(bySubject[0]).toBe('SEARCH shelf_counts USING INDEX shelf_counts_by_subject (subject_folded=?)');
    const byFaculty = (await explainAll(({ materials }) => materials.count({ facultyId: 'csit' }))).join('\n');
    expect(byFaculty).toContain('SEARCH shelf_counts USING PRIMARY KEY (kind=? AND faculty_id=?)');
    // The counts are read in the order of their key: no material is read, nothing is sorted.
    expect(await explainAll(({ materials }) => materials.countByFaculty())).toEqual(['SCAN shelf_counts']);
  });

  const orderBy = (attribute: string, direction: Order['direction']): Order[] => [{ attribute, direction }];

  test("lists a subject's papers from the index by year, in order, and counts them from the stored counts", async () => {
    const plan = await explain({ filters: place, orders: orderBy('year', 'desc') });
    expect(plan.join('\n')).not.toMatch(wholeShelf);
    expect(plan).toContain(
      'SEARCH materials USING INDEX materials_by_year (kind=? AND faculty_id=? AND semester_id=? AND subject=?)',
    );
    expect(plan).toContain(
      'SEARCH shelf_counts USING PRIMARY KEY (kind=? AND faculty_id=? AND semester_id=? AND subject=?)',
    );
  });

  test('answers a list of a subject by creation, up or down, and in no order from an index', async () => {
    const plans = [
      ...(await explain({ filters: place, orders: orderBy('$createdAt', 'desc') })),
      ...(await explain({ filters: place, orders: orderBy('$createdAt', 'asc') })),
      ...(await explain({ filters: place })),
    ].join('\n');
    expect(plans).not.toMatch(wholeShelf);
    expect(plans).toContain('materials_by_creation');
    expect(plans).toContain('materials_by_subject');
  });

  test('seeks to the cursor of a page instead of reading up to it', async () => {
    const cursor = { direction: 'after', id: 'a1' } as const;
    const plan = (await explain({ filters: place, orders: orderBy('$createdAt', 'desc'), cursor })).join('\n');
    expect(plan).toContain('AND subject=? AND created_at<?)');
    expect(plan).not.toMatch(wholeShelf);
  });

  test('answers a list of all of a kind, newest first or in order of creation, from an index', async () => {
    const newest = (await explain({ orders: orderBy('$createdAt', 'desc') })).join('\n');
    expect(newest).toContain('materials_by_kind_and_creation (kind=?)');
    expect(`${newest}\n${(await explain({})).join('\n')}`).not.toMatch(wholeShelf);
  });
});

test('retains the newest 10,000 dismissed pairs, always including the last one added', async () => {
  await using opened = await openEmpty();
  const { keptPairs } = opened.database;
  using file = new DatabaseSync(opened.file);
  // One less than the limit, each a millisecond later than the one before.
  file.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${maxKeptPairs - 1})
    insert into kept_pairs select printf('%06d', n), 'z', ${opened.clock.now} + n from numbers
  `);
  opened.clock.now += maxKeptPairs;
  await keptPairs.add('b', 'a');
  expect(await keptPairs.list()).toHaveLength(maxKeptPairs);
  await keptPairs.add('c', 'a');
  opened.clock.now -= 2 * maxKeptPairs;
  await keptPairs.add('d', 'a');
  const kept = (await keptPairs.list()).map((pair) => pair.join(' '));
  expect(kept).toHaveLength(maxKeptPairs);
  expect(kept).toEqual(expect.arrayContaining(['a b', 'a c', 'a d', '000003 z']));
  expect(kept).not.toContain('000001 z');
  expect(kept).not.toContain('000002 z');
});
