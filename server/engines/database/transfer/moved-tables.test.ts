import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTransfer } from '#server/engines/open-database.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer } from '#test/support/postgres-server.ts';
import { movedTables, otherTables } from './moved-tables.ts';

test.skipIf(whyNoPostgres())('every table of either engine is copied, or listed as not copied', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-tables-'));
  await using database = await (await openPostgresServer()).make();
  const known = movedTables.map(({ name }) => name);
  try {
    for (const address of [null, database.address]) {
      await using records = await openTransfer({ dataDir, address, isNew: true });
      const tables = await records.tables();
      expect(known.filter((name) => !tables.includes(name))).toEqual([]);
      const unknown = tables.filter((name) => !known.includes(name) && !otherTables.some((each) => each.test(name)));
      expect(unknown).toEqual([]);
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
