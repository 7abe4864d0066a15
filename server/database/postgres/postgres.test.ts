import { describe } from 'vitest';
import { describeAccounts } from '#server/database/accounts.suite.ts';
import { describeCounts } from '#server/database/counts.suite.ts';
import { describeTransactions } from '#server/database/database.suite.ts';
import { describeFiles } from '#server/database/files.suite.ts';
import { describeLists } from '#server/database/lists.suite.ts';
import { describeMaterials } from '#server/database/materials.suite.ts';
import { describeQueries } from '#server/database/queries.suite.ts';
import { describeReaders } from '#server/database/readers.suite.ts';
import { describeTrail } from '#server/database/trail.suite.ts';
import { openPostgresServer, whyNoPostgres } from '#test/support/postgres-server.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';

const missing = whyNoPostgres();
if (missing) process.stdout.write(`skipped: tests of PostgreSQL, because ${missing}\n`);
const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };

async function openEmpty(options: Partial<PostgresOptions> = {}) {
  const server = await openPostgresServer();
  const made = await server.make();
  const clock = { now: 1_790_000_000_000 };
  const open = (others: Partial<PostgresOptions> = {}) =>
    openPostgres({
      address: made.address,
      publicUrl: 'https://library.test',
      ids,
      now: () => clock.now,
      ...options,
      ...others,
    });
  const database = await open();
  return {
    database,
    clock,
    open,
    address: made.address,
    async [Symbol.asyncDispose]() {
      await database.close();
      await made[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(missing)('postgres', () => {
  describeMaterials(openEmpty);
  describeCounts(openEmpty);
  describeTransactions(openEmpty);
  describeQueries(openEmpty);
  describeLists(openEmpty);
  describeFiles(openEmpty);
  describeReaders(openEmpty);
  describeAccounts(openEmpty);
  describeTrail(openEmpty);
});
