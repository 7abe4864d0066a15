import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { fillMovableLibrary, readMovable } from '#test/support/movable-library.ts';
import { openPostgresServer } from '#test/support/postgres-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

test.skipIf(whyNoPostgres() || isOnlyInSweep('engines'))(
  'backs up records in PostgreSQL in the same format, and continues backups from before the move there',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-backup-'));
    const [old, middle, restored, target] = ['old', 'middle', 'restored', 'backups'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string, string];
    const settings = { PUBLIC_URL: 'http://library.test' };
    await using database = await (await openPostgresServer()).make({ isEmpty: true });
    try {
      await mkdir(old);
      let librarian;
      {
        await using server = await openTestServer({ dataDir: old, settings });
        librarian = await fillMovableLibrary(server);
        await makeBackup({ dataDir: old, target, passphrase: null });
        await restoreBackup({ source: target, dataDir: middle, database: database.address, passphrase: null });
      }
      let before: unknown[];
      {
        await using server = await openTestServer({ dataDir: middle, database, settings });
        before = await readMovable(server.url, librarian);
        const made = await makeBackup({ dataDir: middle, database: database.address, target, passphrase: null });
        expect(made).toMatchObject({ materials: 5, files: 5, copiedBytes: 0, missing: [] });
      }
      await restoreBackup({ source: target, dataDir: restored, passphrase: null });
      await using server = await openTestServer({ dataDir: restored, settings });
      // Unfinished uploads are not in a backup, and harvesters are notified of all records again.
      const withoutHarvest = (answers: unknown[]) => answers.slice(0, -1);
      expect(withoutHarvest(await readMovable(server.url, librarian))).toEqual(withoutHarvest(before));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
