import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { emptyQuery } from '#contract/query.ts';
import { materialKinds } from '#domain/material.ts';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { openReader } from '#server/engines/database/sqlite/sqlite-connection.ts';
import { describeSearchIndex, found, requestOf, shelve } from '#server/engines/search-index/search-index.suite.ts';
import { createIndexSearcher } from './index-reads.ts';
import { createIndexWrites } from './index-writes.ts';
import { openSqliteIndex } from './sqlite-index.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };

async function openLibrary() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-index-'));
  const database = await openSqlite({ dataDir, publicUrl: 'https://library.test', ids });
  const open = () =>
    openSqliteIndex({
      directory: path.join(dataDir, 'search'),
      libraryFile: path.join(dataDir, sqliteFileName),
      log: pino({ level: 'silent' }),
      // On a busy machine a small search can take as long as the product allows for a large one.
      setDeadline: () => () => undefined,
    });
  const index = open();
  return {
    index,
    database,
    dataDir,
    open,
    async [Symbol.asyncDispose]() {
      await index.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

describe('sqlite', () => {
  let shared: Awaited<ReturnType<typeof openLibrary>> | null = null;
  afterAll(() => shared?.[Symbol.asyncDispose]());

  /** Empties the tables that the previous test used. The threads are started once for all tests. */
  async function openEmpty() {
    const { index, database } = (shared ??= await openLibrary());
    return {
      index,
      database,
      async [Symbol.asyncDispose]() {
        for (const { sequence } of await index.list({ after: 0, limit: 100 })) await index.remove(sequence);
        for (const kind of materialKinds) {
          const { materials } = await database.materials.list(kind, emptyQuery, 'everything');
          for (const { id } of materials) {
            await database.materials.withdraw(id);
            await database.materials.remove(id);
          }
        }
      },
    };
  }

  describeSearchIndex(openEmpty);
});

test.each([
  ['deleted', (file: string) => rm(file)],
  ['cut off', (file: string) => truncate(file, 5000)],
  ['overwritten', (file: string) => writeFile(file, 'x'.repeat(100_000))],
])('an index file that is %s is recreated, and materials indexed after that are found', async (_, damage) => {
  await using opened = await openLibrary();
  await shelve(opened, 'a1', ['A heap is a tree.']);
  await opened.index.close();
  await damage(path.join(opened.dataDir, 'search', 'search.sqlite'));
  const again = opened.open();
  try {
    const sequence = 1;
    await again
      .begin({ sequence, id: 'a1', sha256: 'x', texts: [] })
      .catch(() => again.begin({ sequence, id: 'a1', sha256: 'x', texts: [] }));
    await again.putPages(sequence, [{ page: 1, text: 'A graph has edges.' }]);
    expect(await found(again, 'graph ')).toBe('a1:1');
    expect(await found(again, 'heap ')).toBe('');
  } finally {
    await again.close();
  }
});

test('an index that is deleted while it is used is recreated, and the loss is logged', async () => {
  await using opened = await openLibrary();
  await shelve(opened, 'a1', ['A heap is a tree.']);
  expect(await found(opened.index, 'heap ')).toBe('a1:1');
  const remade = Promise.withResolvers<void>();
  opened.index.onRemade(remade.resolve);
  await rm(path.join(opened.dataDir, 'search'), { recursive: true });
  expect(await found(opened.index, 'heap ')).toBe('');
  await remade.promise;
  expect(await opened.index.count()).toMatchObject({ materials: 0, pages: 0 });
});

test('an index is searched before anything was indexed, and while its file is being created', async () => {
  await using opened = await openLibrary();
  const [before] = await Promise.all([found(opened.index, 'heap '), shelve(opened, 'a1', ['A heap is a tree.'])]);
  expect(['', 'a1:1']).toContain(before);
  expect(await found(opened.index, 'heap ')).toBe('a1:1');
  expect(await opened.index.list({ after: 0, limit: 10 })).toMatchObject([{ id: 'a1' }]);
});

test('a search sees one state of the index, even if a page is indexed meanwhile', async () => {
  await using opened = await openLibrary();
  const sequence = await shelve(opened, 'a1', ['Give reasons.', '']);
  const file = path.join(opened.dataDir, 'search', 'search.sqlite');
  using writer = new DatabaseSync(file);
  using index = openReader(file);
  using library = openReader(path.join(opened.dataDir, sqliteFileName));
  const writes = createIndexWrites(writer);
  const search = createIndexSearcher(index, library, () =>
    writes.putPages(sequence, [{ page: 2, text: 'Give an example of the banker.' }]),
  );
  const pagesFound = async () => (await search(requestOf('give banker '))).materials.map(({ pages }) => pages);
  expect(await pagesFound()).toEqual([[1]]);
  expect(await pagesFound()).toEqual([[2]]);
});
