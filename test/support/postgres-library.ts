import { openPostgres, type PostgresOptions } from '#server/engines/database/postgres/postgres.ts';
import { openPostgresServer, type TestDatabase } from './postgres-server.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };

/** Opens the records of an empty library in a separate database, with a clock that the test moves. */
export async function openPostgresLibrary(
  options: Partial<PostgresOptions> & { in?: TestDatabase; isReused?: boolean } = {},
) {
  const { in: given, isReused = true, ...others } = options;
  const made = given ?? (await (await openPostgresServer()).make({ isReused }));
  const clock = { now: 1_790_000_000_000 };
  const open = (more: Partial<PostgresOptions> = {}) =>
    openPostgres({
      address: made.address,
      publicUrl: 'https://library.test',
      ids,
      now: () => clock.now,
      ...others,
      ...more,
    });
  const database = await open();
  return {
    database,
    clock,
    /** Another node on the same database. */
    open,
    address: made.address,
    async [Symbol.asyncDispose]() {
      await database.close();
      if (!given) await made[Symbol.asyncDispose]();
    },
  };
}
