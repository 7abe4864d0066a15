import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig, toParameter } from '#server/engines/database/postgres/client-config.ts';
import { openReadLane, type ReadLane } from '#server/engines/database/postgres/read-lane.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import type { IndexFindings, IndexRequest } from '#server/engines/search-index/search-index.ts';
import { requestOf } from '#server/engines/search-index/search-index.suite.ts';
import { packWords } from '#server/engines/search-index/word-stream.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { createIndexLists } from './postgres-index.ts';
import { createIndexSearcher } from './index-reads.ts';
import { indexVersion } from './index-tables.ts';

/**
 * Checks the plans of search statements: with 20,000 pages, none of them reads a whole table. Every page has the word
 * `common`, every tenth `some`, and one in a hundred the word `rare` and a number.
 */

const members: IndexRequest['readers'] = ['any', 'users', 'user:u1'];
const searches: Record<string, [string, Partial<IndexRequest>]> = {
  'a rare word': ['rare7 ', {}],
  'a word of every page': ['common ', {}],
  'several words, one of them on every page': ['common some rare7 ', {}],
  'the beginning of a word': ['rar', {}],
  'a phrase': ['"common some"', {}],
  'words to leave out': ['some -rare7 -"common some" ', {}],
  'one of two words': ['rare7 OR rare8 ', {}],
  'a slip': ['somme rare7 ', {}],
  'two slips in a long word': ['elefantz rare7 ', {}],
  'most of the words': ['rare7 rare8 ', {}],
  'words that are nowhere': ['nowhere ', {}],
  'a filter, for a member': ['some ', { subject: ['Subject 1'], readers: members }],
  'everything, for the administrator': ['common ', { readers: 'everything' }],
};

describe.skipIf(whyNoPostgres())('the statements of searches in PostgreSQL', () => {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  let opened: Awaited<ReturnType<typeof openPostgresLibrary>>;
  let lane: ReadLane;
  let client: Client;
  let search: (request: IndexRequest) => Promise<IndexFindings>;

  beforeAll(async () => {
    const onQuery = ({ sql, parameters }: QueryRun) => statements.push({ sql, parameters });
    opened = await openPostgresLibrary({ onQuery });
    await runOn(opened.address, fill);
    lane = openReadLane({
      address: opened.address,
      limits: { workers: 1, maxWaiting: 1, deadlineMs: 600_000 },
      setDeadline: () => () => undefined,
      isGuarded: true,
      onLost: () => undefined,
    });
    client = new Client(clientConfig(opened.address));
    await client.connect();
    search = createIndexSearcher(
      {
        read: lane.read,
        transaction: (work) =>
          lane.transaction((run) =>
            work((sql, parameters) => {
              if (parameters) statements.push({ sql, parameters });
              return run(sql, parameters);
            }),
          ),
      },
      () => undefined,
    );
  });
  afterAll(async () => {
    await client?.end();
    await lane?.close();
    await opened?.[Symbol.asyncDispose]();
  });

  async function readPlans(): Promise<string[]> {
    const plans: string[] = [];
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters.map(toParameter));
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  }

  const scans = /Seq Scan on (?:search_(?!state|totals)\w+|materials|files|material_\w+)/g;

  test.each(Object.entries(searches))('%s: by indexes', async (_, [typed, change]) => {
    statements.length = 0;
    await search(requestOf(typed, change));
    expect(statements.length).toBeGreaterThan(0);
    const plans = await readPlans();
    expect(plans.flatMap((plan) => plan.match(scans) ?? [])).toEqual([]);
  });

  test('pages are found by the list of terms, even if a word is on all pages', async () => {
    statements.length = 0;
    const { total } = await search(requestOf('some common '));
    expect(total).toBe(1600);
    const finding = (await readPlans()).filter((plan) => plan.includes('@@'));
    expect(finding.length).toBeGreaterThan(0);
    for (const plan of finding) expect(plan).toContain('Bitmap Index Scan on search_terms_0_found');
  });

  test('a change of few materials does not cause all of them to be read again', async () => {
    await search(requestOf('common '));
    await runOn(opened.address, "update materials set subject = 'Another' where sequence in (12, 13)");
    statements.length = 0;
    const { facets } = await search(requestOf('common '));
    expect(facets.subject.find(({ value }) => value === 'Another')?.count).toBe(2);
    const asked = statements.filter(({ sql }) => sql.includes('from materials'));
    expect(asked.map(({ parameters }) => JSON.parse(String(parameters[0])))).toEqual([[12, 13]]);
  });

  test('the comparison of the index uses indexes', async () => {
    const { list, idsOf, edition } = createIndexLists(opened.database.reader);
    statements.length = 0;
    await list({ after: 100, limit: 200 });
    await idsOf('digest7');
    await edition();
    const plans = await readPlans();
    expect(plans.flatMap((plan) => plan.match(scans) ?? [])).toEqual([]);
  });
});

const words = ['common', 'some', 'elephants'];
const rareWords = Array.from({ length: 200 }, (_, at) => `rare${at}`);
const all = [...words, ...rareWords];
const streamOf = (ids: readonly number[]) =>
  `'\\x${Buffer.from(packWords(ids.map((id) => ({ id, isAlso: false })))).toString('hex')}'::bytea`;

/** Fills the index with 2000 materials of ten pages each. The numbers of words equal those of their stems, from 1. */
const fill = `
  begin;
  alter table materials disable trigger user;
  insert into files (id, name, name_folded, folder, folder_folded, size_bytes, chunks_total, owner_id, created_at, updated_at)
  select 'file' || n, 'file', 'file', '', '', 1, 1, 'tests', 1, 1 from generate_series(1, 20000) as n;
  insert into materials (sequence, id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id,
    semester_id, year, file_id, created_at, updated_at, is_public)
  select n, 'a' || n, 'note', 'Notes ' || n, 'notes ' || n, '', 'Subject ' || n % 30, 'subject ' || n % 30, 'csit',
    cast(1 + n % 8 as text), 2000 + n % 25, 'file' || n, n, n, case when n % 5 = 1 then 0 else 1 end
  from generate_series(1, 2000) as n;
  alter table materials enable trigger user;
  insert into material_readers (material_id, role)
  select id, 'user:u' || reader from materials, generate_series(1, 3) as reader where is_public = 0;
  insert into material_revisions (sequence, revision) select n, n from generate_series(1, 2000) as n;
  update search_state set version = ${indexVersion};
  insert into search_stems_0 (stem, pages) select word, 20000 from unnest(array['${all.map((word) => (word === 'elephants' ? 'eleph' : word)).join("','")}']) as word;
  insert into search_words_0 (word, stem, pages)
    select word, place, 20000 from unnest(array['${all.join("','")}']) with ordinality as listed (word, place);
  insert into search_stems_0 (stem, pages) select 'word' || n, 1 from generate_series(1, 20000) as n;
  insert into search_words_0 (word, stem, pages) select stem, id, 1 from search_stems_0 where stem like 'word%';
  update search_stems_0 set pages = case when id = 1 then 20000 when id = 2 then 2000 else 100 end;
  insert into search_totals_0 (id, pages, words) values (1, 20000, 40000);
  insert into search_materials_0 select n, 'a' || n, 'digest' || n % 100, 1, 'then' from generate_series(1, 2000) as n;
  insert into search_pages_0 (key, digest, words)
    select n * 65536 + page, n, case when page = 0 then ${streamOf([3])} when page = 1 then ${streamOf([1, 2])} else ${streamOf([1, 11])} end
    from generate_series(1, 2000) as n, generate_series(0, 10) as page;
  insert into search_terms_0 (key, terms)
    select key, case when key % 65536 = 0 then 'u3 z' when key % 65536 = 1 then 'u1 u2 a1' else 'u1 ub ' || 'x' || key end
    from search_pages_0;
  commit;
  analyze;
`;
