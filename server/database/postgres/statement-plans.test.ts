import { wholeInventory } from '#test/support/whole-inventory.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contains, emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import { inventorySorts } from '#contract/inventory.ts';
import type { Database } from '#server/database/database.ts';
import { addFile } from '#server/database/database.suite.ts';
import type { QueryRun } from '#server/database/query-run.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { clientConfig, toParameter } from './client-config.ts';

/**
 * Reads the plans of the lists on PostgreSQL, as test/support/statement-plans.test.ts does on SQLite: on a library whose
 * sizes the server knows, none of them reads all materials from one end to the other.
 */

const missing = whyNoPostgres();
const place = { facultyId: 'csit', semesterId: '1', subject: 'Subject 0' };
const placeFilters = Object.entries(place).map(([attribute, value]) => equal(attribute, value));
const newest = [{ attribute: '$createdAt', direction: 'desc' as const }];
const byYear = [{ attribute: 'year', direction: 'desc' as const }];
const byTitle = [{ attribute: 'title', direction: 'asc' as const }];

type Ask = (database: Database) => Promise<unknown>;

const list =
  (kind: 'paper' | 'book', query: Partial<ListQuery>, readers: readonly string[] | 'everything' = ['any']): Ask =>
  ({ materials }) =>
    materials.list(kind, { ...emptyQuery, ...query }, readers);

const page = { direction: 'desc', limit: 20, offset: 0, cursor: null } as const;
const all = { kind: null, facultyId: null, place: null, before: null };
const before = { createdAt: 5000, sequence: 5000 };

const lists: Record<string, Ask> = {
  "a subject's papers by year": list('paper', { filters: placeFilters, orders: byYear, limit: 100 }),
  "a subject's papers, newest first": list('paper', { filters: placeFilters, orders: newest }),
  "a subject's papers after a cursor": list('paper', {
    filters: placeFilters,
    orders: newest,
    cursor: { direction: 'after', id: 'a120' },
  }),
  'all of a kind': list('paper', {}),
  'all of a kind, newest first': list('paper', { orders: newest }),
  'all of a kind, newest first, for the administrator': list('paper', { orders: newest, limit: 20 }, 'everything'),
  'as a member': list('paper', { filters: placeFilters }, ['any', 'users', 'user:u1']),
  'the library': list('book', { orders: byTitle, limit: 50 }),
  'the library of a faculty': list('book', { orders: byTitle, filters: [equal('facultyId', 'bca')] }),
  'the library of a term': list('book', {
    orders: byTitle,
    filters: [equal('facultyId', 'bca'), equal('semesterId', '2')],
  }),
  'by id': list('paper', { filters: [equal('$id', 'a1', 'a3')] }),
  'samples of a kind': list('paper', { filters: [equal('isSample', true)], limit: 1 }, 'everything'),
  'by words of the title': list('paper', {
    filters: [{ method: 'search', attribute: 'title', values: ['question 1234'] }],
  }),
  'by a part of the title': list('paper', { filters: [contains('title', 'per 1234')] }),
  'the trash': ({ materials }) => materials.listTrash({ limit: 20, offset: 0 }),
  'the trash of a kind': ({ materials }) => materials.listTrash({ kind: 'book', limit: 20, offset: 0 }),
  'old trash': ({ materials }) => materials.listWithdrawnBefore(1, 100),
  'what is misplaced': ({ materials }) => materials.listAt([place], { limit: 20, offset: 0 }),
  'the samples': ({ materials }) => materials.listSamples(),
  'materials with the same bytes': ({ materials }) => materials.listByDigest('digest7'),
  'hidden materials': ({ materials }) => materials.listHidden({ limit: 25, offset: 0 }),
  'what is new': async ({ materials }) => {
    for (const selection of [
      all,
      { ...all, before },
      { ...all, kind: 'book' as const, before },
      { ...all, facultyId: 'csit', before },
      { ...all, place, before },
      { ...all, place, kind: 'paper' as const, before },
    ])
      await materials.listNewest(selection, 51);
  },
  'a part of the site map': ({ materials }) => materials.listPublic({ from: 1, to: 1001 }),
  'materials that the index is compared with': ({ materials }) => materials.listVersions(0, 200),
  'uses of a file': ({ materials }) => materials.usesOfFile('file7'),
  'unused files': ({ files }) => files.listUnused({ limit: 20, offset: 0 }),
  'what harvesters see': ({ harvest }) => harvest.list({ order: 'number', after: 10, facultyId: 'csit' }, 101),
  'counts of a faculty': ({ materials }) => materials.count({ facultyId: 'csit' }),
  'counts as a member': ({ materials }) => materials.count({}, ['any', 'users']),
  ...Object.fromEntries(
    // Sizes are stored with files, and how many there are in all is counted row by row.
    inventorySorts
      .filter((sort) => sort !== 'size' && sort !== 'pages')
      .map((sort) => [
        `the inventory by ${sort}`,
        ({ inventory }: Database) => inventory.list({ ...wholeInventory, facultyIds: ['csit'] }, { ...page, sort }),
      ]),
  ),
};

describe.skipIf(missing)('the lists of a library in PostgreSQL', () => {
  const statements: QueryRun[] = [];
  let opened: Awaited<ReturnType<typeof openPostgresLibrary>>;
  let client: Client;

  beforeAll(async () => {
    opened = await openPostgresLibrary({ onQuery: (statement) => statements.push(statement) });
    for (let index = 0; index < 100; index += 1)
      await addFile(opened.database, `file${index}`, { sha256: `digest${index}` });
    await runOn(opened.address, fill);
    await opened.database.tidy();
    client = new Client(clientConfig(opened.address));
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await opened?.[Symbol.asyncDispose]();
  });

  test.each(Object.entries(lists))('%s: by an index', async (_, ask) => {
    statements.length = 0;
    await ask(opened.database);
    expect(statements.length).toBeGreaterThan(0);
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters.map(toParameter));
      const plan = rows.map((row) => row['QUERY PLAN']);
      expect([sql, plan.filter((step) => /Seq Scan on materials\b/.test(step))]).toEqual([sql, []]);
    }
  });
});

/** Enough that reading all of them is slow. Triggers are left out: only what lists read is needed. */
const fill = `
  begin;
  alter table materials disable trigger user;
  insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id, year,
    file_id, created_at, updated_at, deleted_at, withdrawn_lived, is_sample, is_public)
  select 'a' || n, case when n % 2 = 0 then 'paper' else 'book' end, 'Question paper ' || n, 'question paper ' || n,
    cast('''question'':1 ''paper'':2 ''' || n || ''':3' as tsvector), 'Subject ' || n % 30, 'subject ' || n % 30,
    (array['csit', 'bca', 'bbs', 'bed', 'bbm', 'bim', 'bhm', 'bsc', 'ba', 'llb'])[1 + n % 10], cast(1 + n % 8 as text),
    2000 + n % 25, 'file' || n % 100, n, n, case when n % 100 = 0 then n end, case when n % 100 = 0 then 1 end,
    case when n % 2000 = 0 then 1 else 0 end, case when n % 500 = 1 then 0 else 1 end
  from generate_series(1, 30000) as n;
  insert into shelf_counts (kind, faculty_id, semester_id, subject, subject_folded, materials)
  select kind, faculty_id, semester_id, subject, subject_folded, count(*) from materials
  where deleted_at is null and is_public = 1 group by 1, 2, 3, 4, 5;
  insert into hidden_materials (material_id, hidden_at) select id, 1 from materials where is_public = 0 limit 20;
  insert into harvest_records (number, material_id, faculty_id, is_deleted, revision, changed_at)
  select row_number() over (order by sequence), id, faculty_id, 0, row_number() over (order by sequence), 1 from materials;
  alter table materials enable trigger user;
  commit;
  analyze;
`;
