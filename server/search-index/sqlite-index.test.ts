import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, describe } from 'vitest';
import { emptyQuery } from '#contract/query.ts';
import { materialKinds } from '#domain/material.ts';
import { openSqlite, sqliteFileName } from '#server/database/sqlite.ts';
import { describeSearchIndex } from './search-index.suite.ts';
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

  /** The threads are started once; each test empties what it used. */
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
