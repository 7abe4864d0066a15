import { afterAll, describe } from 'vitest';
import { emptyQuery } from '#contract/query.ts';
import { materialKinds } from '#domain/material.ts';
import { describeSearchIndex } from '#server/search-index/search-index.suite.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { openPostgresIndex, type PostgresIndexOptions } from './postgres-index.ts';

const missing = whyNoPostgres();

async function openLibrary() {
  const library = await openPostgresLibrary();
  const open = (more: Partial<PostgresIndexOptions> = {}) =>
    openPostgresIndex({
      address: library.address,
      reader: library.database.reader,
      // On a busy machine a small search can take as long as the product allows for a large one.
      setDeadline: () => () => undefined,
      ...more,
    });
  const index = open();
  return {
    ...library,
    index,
    /** The index of another node. */
    openIndex: open,
    async [Symbol.asyncDispose]() {
      await index.close();
      await library[Symbol.asyncDispose]();
    },
  };
}

type Library = Awaited<ReturnType<typeof openLibrary>>;

describe.skipIf(missing)('the index of words in PostgreSQL', () => {
  let shared: Library | null = null;
  afterAll(() => shared?.[Symbol.asyncDispose]());

  /** The threads are started once; each test empties what it used. */
  async function openEmpty() {
    const library = (shared ??= await openLibrary());
    const { index, database } = library;
    return {
      ...library,
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
