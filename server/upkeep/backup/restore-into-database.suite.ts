import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { killWhileRestoring } from '#test/support/kill-while-restoring.ts';
import { digest, ids, type Librarian } from '#test/support/library.ts';
import { fillMovableLibrary, paperBytes, readMovable } from '#test/support/movable-library.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { openMarkedStore } from './restore-into-store.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const publicUrl = { PUBLIC_URL: 'http://library.test' };

/** Tests restoring into a PostgreSQL database, with files on a disk or, with `store`, in an object store. */
export function describeRestorationIntoDatabase(store: (() => S3Server) | null): void {
  test.skipIf(whyNoPostgres() || isOnlyInSweep('kills'))(
    'restores into an empty database; a stopped, refused or killed restoration leaves nothing that opens or blocks',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-restore-'));
      await using database = await (await openPostgresServer()).make();
      const dataDir = path.join(folder, 'restored');
      const url = store?.().newUrl() ?? '';
      const settings = { ...publicUrl, ...(url && { STORAGE_URL: url }) };
      const source = path.join(folder, 'backup.tar');
      const job = {
        source,
        dataDir,
        passphrase: null,
        database: database.address,
        store: url ? readS3Address(url) : null,
      };
      try {
        const { librarian, before } = await makeLibrary(path.join(folder, 'old'), source);
        await stopWithFirstFile(job);
        expect(await countRows(database)).toEqual({ materials: 0, files: 0, settings: 0 });
        expect(await listStored(job)).toEqual([]);

        await killWhileRestoring(database, ['scripts/restore.ts', source], {
          DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          ...(url && { STORAGE_URL: url }),
        });
        expect((await listStored(job)).length).toBeGreaterThan(0);
        await expect(openTestServer({ dataDir, database, settings })).rejects.toThrow('is being restored into this');

        // Another backup would have one file less: the remains are removed, not mixed in.
        expect(await restoreBackup(job)).toMatchObject({ materials: 5, files: 5, missing: [] });
        expect((await readdir(dataDir)).filter((name) => name.startsWith('restoring-'))).toEqual([]);
        await expect(restoreBackup(job)).rejects.toThrow('is not empty (it has rows in settings)');
        await using server = await openTestServer({ dataDir, database, settings });
        await expect(restoreBackup(job)).rejects.toThrow('is in use by another Examshelf server');
        expect((await readMovable(server.url, librarian)).slice(0, -1)).toEqual(before);
        const file = await fetch(`${server.url}${api.fileDownload(ids, 'paper')}`);
        expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(paperBytes));
        await restoreAgain(folder, job, { librarian, before });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
}

type Job = Parameters<typeof restoreBackup>[0];
type Known = { librarian: Librarian; before: unknown[] };

async function makeLibrary(dataDir: string, target: string): Promise<Known> {
  await mkdir(dataDir);
  await using server = await openTestServer({ dataDir, settings: publicUrl });
  const librarian = await fillMovableLibrary(server);
  // Harvesters are notified of all records again.
  const before = (await readMovable(server.url, librarian)).slice(0, -1);
  await makeBackup({ dataDir, target, passphrase: null });
  return { librarian, before };
}

async function stopWithFirstFile(job: Job): Promise<void> {
  const stop = new AbortController();
  const progress = ({ done }: { done: { files: number } }) => {
    if (done.files > 0) stop.abort(new Error('stopped'));
  };
  await expect(restoreBackup(job, { signal: stop.signal, progress })).rejects.toThrow('stopped');
}

/** Restores a backup made on PostgreSQL into another database. */
async function restoreAgain(folder: string, { dataDir, database, store }: Job, { librarian, before }: Known) {
  const source = path.join(folder, 'second.tar');
  await makeBackup({ dataDir, database: database ?? null, store: store ?? null, target: source, passphrase: null });
  await using second = await (await openPostgresServer()).make({ isEmpty: true });
  const job = { source, dataDir: path.join(folder, 'second'), passphrase: null, database: second.address };
  await expect(restoreBackup({ ...job, database: { ...second.address, password: 'wrong' } })).rejects.toThrow(
    'refuses the password',
  );
  await restoreBackup(job);
  await using server = await openTestServer({ dataDir: job.dataDir, database: second, settings: publicUrl });
  expect((await readMovable(server.url, librarian)).slice(0, -1)).toEqual(before);
}

async function countRows({ address }: TestDatabase): Promise<unknown> {
  const count = (name: string) => `(select count(*)::int from ${name}) as ${name}`;
  const [row] = await runOn(address, `select ${['materials', 'files', 'settings'].map(count).join(', ')}`);
  return row;
}

async function listStored({ dataDir, store }: Job): Promise<string[]> {
  await using marked = await openMarkedStore(dataDir, store ?? null);
  const names: string[] = [];
  for await (const { fileId } of marked.storage.list()) names.push(fileId);
  const owner = await marked.owner();
  return owner === null ? names : [...names, owner];
}
