import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresTexts } from '#server/engines/text-store/postgres/postgres-texts.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';

/**
 * Fills the tables that several nodes share with 30,000 rows each. The server counts full scans of a table, whichever
 * statement or trigger causes them.
 */

const fill = `
  insert into change_log (id, node, transaction, subject, changed, rows, at)
  select n, 'other', n, 'files', 1, null, 1 from generate_series(1, 30000) as n;
  insert into lease (name, holder, until) select 'lease' || n, 'other', 1 from generate_series(1, 30000) as n;
  insert into file_holds (file_id, holder, held_until)
  select 'file' || n, 'other', now() from generate_series(1, 30000) as n;
  insert into text_documents (sha256, page_count, skipped_pages, recipe, version, waiting_text, waiting_ocr)
  select 'digest' || n, 1, 0, 1, n, n % 2, (n + 1) % 2 from generate_series(1, 30000) as n;
  insert into sign_in_tries (key, count, step, ends_at) select 'key' || n, 1, 0, 9000000000000 from generate_series(1, 30000) as n;
  vacuum analyze change_log, lease, file_holds, text_documents, sign_in_tries;
`;

let made: TestDatabase;

/** Counts full scans and index scans of the table while `work` runs. */
async function countScans(table: string, work: () => Promise<void>) {
  const read = async () => {
    const [row] = (await runOn(
      made.address,
      `select seq_scan::int as whole, idx_scan::int as indexed from pg_stat_user_tables where relname = '${table}'`,
    )) as { whole: number; indexed: number }[];
    return row ?? { whole: Number.NaN, indexed: Number.NaN };
  };
  const before = await read();
  await work();
  // A connection reports its counts when it ends.
  await expect.poll(async () => (await read()).indexed).toBeGreaterThan(before.indexed);
  await expect.poll(() => runOn(made.address, othersConnected)).toEqual([]);
  const after = await read();
  return after.whole - before.whole;
}
const othersConnected =
  'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const inLibrary = (work: (library: Awaited<ReturnType<typeof openPostgresLibrary>>) => Promise<void>) => async () => {
  await using library = await openPostgresLibrary({ in: made, node: 'this' });
  await work(library);
};
const inTexts = (work: (shared: Shared) => Promise<void>) => async () => {
  const texts = openPostgresTexts({ address: made.address });
  try {
    if (!texts.shared) throw new Error('these texts are shared');
    await work(texts.shared);
  } finally {
    await texts.close();
  }
};
type Shared = NonNullable<ReturnType<typeof openPostgresTexts>['shared']>;

const deeds: [name: string, table: string, work: () => Promise<void>][] = [
  [
    'follows the change log',
    'change_log',
    inLibrary(async ({ database: { changeLog } }) => {
      await changeLog?.position();
      await changeLog?.read(29_000, 100);
    }),
  ],
  [
    'acquires, renews and releases a lease',
    'lease',
    inLibrary(async ({ database: { leases } }) => {
      await leases.take('lease77', 'this', 1000);
      await leases.take('lease77', 'this', 1000);
      await leases.release('lease77', 'this');
    }),
  ],
  [
    'holds, checks and releases a file',
    'file_holds',
    inLibrary(async ({ database: { holds } }) => {
      await holds?.take('file77');
      await holds?.take('file77');
      await holds?.isHeld('file78');
      await holds?.release('file77');
    }),
  ],
  [
    'claims, renews, releases and follows documents',
    'text_documents',
    inTexts(async (shared) => {
      const claimed = await shared.claim('text', { except: ['digest1', 'digest3'] }, 1);
      await shared.claim('ocr', { sha256: 'digest500' }, 1);
      await shared.renew(claimed?.sha256 ?? '');
      await shared.release(claimed?.sha256 ?? '');
      await shared.changedSince(null, 100);
      await shared.changedSince(29_000, 100);
    }),
  ],
];

describe.skipIf(whyNoPostgres())('tables shared by nodes in PostgreSQL, with 30,000 rows', () => {
  beforeAll(async () => {
    made = await (await openPostgresServer()).make();
    for (const statement of fill.split(';')) if (statement.trim()) await runOn(made.address, statement);
  });
  afterAll(() => made?.[Symbol.asyncDispose]());

  test.each(deeds)('%s: by an index', async (_, table, work) => {
    expect(await countScans(table, work)).toBe(0);
  });

  test('finds sign-in attempts by an index, and counts all attempts at most once in a hundred changes', async () => {
    const whole = await countScans(
      'sign_in_tries',
      inLibrary(async ({ database: { signInTries } }) => {
        for (let number = 1; number <= 20; number += 1)
          await signInTries?.change([`key${number}`, `new${number}`], 1_000_000, ({ tries: found }) => {
            found.set(`new${number}`, { count: 1, step: 0, endsAt: 1 });
            found.delete(`key${number}`);
          });
      }),
    );
    expect(whole).toBeLessThanOrEqual(1);
    expect(
      await countScans(
        'sign_in_tries',
        inLibrary(async ({ database: { signInTries } }) => signInTries?.sweep({ few: 5, rememberedMs: 1 })),
      ),
    ).toBe(0);
  });
});
