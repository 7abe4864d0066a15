import { expect, test } from 'vitest';
import { stagedFilters } from '#contract/staging.ts';
import type { Actor } from '#domain/account.ts';
import { createChanges } from '#server/library/changes.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { createStagingLists, createStagedCounts } from './staging-lists.ts';
import { createStagedAnswers } from './staging-parts.ts';

const actor: Actor = { role: 'administrator', userId: 'a', sessionId: 's' };
const rows = 12;

const digestOf = (index: number) => String(index).padStart(64, '0');

async function openLists() {
  const place = await openTestPlace();
  const statements: string[] = [];
  const onQuery = ({ sql }: { sql: string }) => statements.push(sql);
  const database = await place.openRecords({ onQuery });
  const changes = createChanges(() => undefined);
  const catalogue = await readCatalogue('tribhuvan');
  const answers = createStagedAnswers({ database, catalogue });
  const files = Array.from({ length: rows }, (_, index) => ({
    id: `r${index}`,
    path: `drive/${index}.pdf`,
    sizeBytes: 10,
    sha256: digestOf(index),
    fileId: `f${index}`,
    materialId: `m${index}`,
  }));
  await database.staging.add(files, 100);
  return {
    database,
    changes,
    lists: createStagingLists({ database, answers, changes }),
    counted: () => statements.filter((sql) => sql.includes('count(*) filter')).length,
    async [Symbol.asyncDispose]() {
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

test('rows are counted once for any number of pages and concurrent callers, until something changes', async () => {
  await using opened = await openLists();
  const { database, changes, lists, counted } = opened;
  const readAll = async () => {
    const page = await lists.list(actor, { filter: 'open', limit: 2 });
    for (let cursor = page.next; cursor !== null;)
      cursor = (await lists.list(actor, { filter: 'open', limit: 2, cursor })).next;
    return page;
  };
  const [first] = await Promise.all([readAll(), readAll(), readAll()]);
  expect(first.counts).toEqual({
    ...Object.fromEntries(stagedFilters.map((name) => [name, 0])),
    open: rows,
    all: rows,
    waiting: rows,
  });
  await lists.changes(actor, { since: first.revision, limit: 10 });
  expect(counted()).toBe(1);

  await database.staging.remove(['r0']);
  expect((await readAll()).counts.open).toBe(rows - 1);
  expect(counted()).toBe(2);
  // A change of the library may make a row a duplicate.
  changes.tell({ subject: 'materials', changes: [] });
  await readAll();
  expect(counted()).toBe(3);
});

test('a failed count is not cached', async () => {
  await using opened = await openLists();
  const { database, changes } = opened;
  let failures = 1;
  const counts = () => (failures-- > 0 ? Promise.reject(new Error('disk I/O error')) : database.staging.counts());
  const staging = { ...database.staging, counts };
  const count = createStagedCounts({ database: { staging }, changes });
  await expect(count()).rejects.toThrow('disk I/O error');
  expect((await count()).open).toBe(rows);
});
