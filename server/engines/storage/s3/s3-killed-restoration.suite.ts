import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { readS3Address } from './s3-address.ts';
import { makeFolder, openStore, place } from './s3-library.suite.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Tests of the remains of a killed restoration in the store and in the folder next to the data folder. */
export function describeKilledRestoration(store: () => S3Server): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'removes the remains of a killed restoration with the next one, unless a library may be using it',
    async () => {
      await using folder = await makeFolder();
      const dataDir = path.join(folder.path, 'data');
      {
        await using server = await openTestServer({ dataDir });
        const librarian = await openLibrarian(server.url);
        await librarian.upload('paper.pdf', makePdf([['one']]), 'paper');
        await librarian.publish('paper', { ...place, title: 'one', fileId: 'paper' }, 'paper');
      }
      const source = path.join(folder.path, 'library.tar');
      await makeBackup({ dataDir, target: source, passphrase: null });
      const url = store().newUrl();
      const restored = path.join(folder.path, 'restored');
      const job = { source, dataDir: restored, store: readS3Address(url), passphrase: null };
      await using storage = await openStore(url, folder.path);
      const leave = async (mark: string) => {
        await storage.give(mark);
        await storage.putPart('left', 0, Readable.from(['left']));
        await storage.joinParts('left', 1);
      };

      // All files had arrived, and nothing shows that the records are not in use.
      await leave('restored killed library');
      await expect(restoreBackup(job)).rejects.toThrow('is not empty (it holds left)');
      const staging = `${restored}.restoring`;
      await mkdir(path.join(staging, 'library'), { recursive: true });
      await writeFile(path.join(staging, 'library', 'examshelf.sqlite'), '');
      await writeFile(path.join(staging, 'restore.lock'), '');
      await writeFile(path.join(staging, 'restoration'), 'killed');
      await restoreBackup(job);
      expect([await storage.find('left'), (await storage.find('paper')) === null]).toEqual([null, false]);
      const libraryId = await storage.owner();

      // Killed in the last step: the library is there, and its server takes the store.
      await storage.give(`restored killed ${libraryId}`);
      await (await openTestServer({ settings: { STORAGE_URL: url }, dataDir: restored })).close();
      expect(await storage.owner()).toBe(libraryId);

      // Killed while files were arriving.
      for await (const { fileId } of storage.list()) await storage.remove(fileId);
      await leave('restoration killed');
      await expect(openTestServer({ settings: { STORAGE_URL: url }, dataDir: restored })).rejects.toThrow(
        'is being restored',
      );
      await restoreBackup({ ...job, dataDir: path.join(folder.path, 'again') });
      expect([await storage.find('left'), await storage.owner()]).toEqual([null, expect.not.stringContaining(' ')]);
    },
  );
}
