import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { killWhileRestoring } from '#test/support/kill-while-restoring.ts';
import { digest, ids, type Librarian } from '#test/support/library.ts';
import { fillMovableLibrary, paperBytes, readMovable } from '#test/support/movable-library.ts';
import { openPostgresServer, type TestDatabase } from '#test/support/postgres-server.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { moveLibrary } from './move-library.ts';
import type { Place } from './place.ts';

/** Tests a move to PostgreSQL and back, with files on a disk or, with `store`, in an object store. */
export function describeMove(store: (() => S3Server) | null): void {
  test.skipIf(whyNoPostgres() || (store !== null && isOnlyInSweep('engines')))(
    'moves a whole library to PostgreSQL and back, readable meanwhile, and leaves it closed if the move is killed',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-move-'));
      await using database = await (await openPostgresServer()).make();
      const storageUrl = store?.().newUrl() ?? '';
      const job = {
        from: onDisk(path.join(folder, 'old')),
        to: {
          dataDir: path.join(folder, 'new'),
          database: database.address,
          store: storageUrl ? readS3Address(storageUrl) : null,
        },
        folder: path.join(folder, 'backups'),
        passphrase: null,
      };
      try {
        const { librarian, before } = await moveAway(job, { database, storageUrl });
        await using server = await openServer(job.to.dataDir, { database, storageUrl });
        await requireSame(server.url, librarian, before);
        const last = onDisk(path.join(folder, 'last'));
        await moveLibrary({ ...job, from: job.to, to: last, folder: path.join(folder, 'others') });
        const address = `${server.url}${api.document(ids, 'papers', 'one')}`;
        expect((await fetch(address, { method: 'DELETE', headers: librarian.headers })).status).toBe(503);
        await using back = await openServer(last.dataDir);
        await requireSame(back.url, librarian, before);
        // Numbers continue after the greatest one ever assigned, which was the number of the purged material.
        const note = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', title: 'New', fileId: 'note' };
        const added = await back.resources.database.materials.insert({
          ...note,
          id: 'new',
          kind: 'note',
          isSample: false,
        });
        expect(added.sequence).toBe(7);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
}

type Target = { database: TestDatabase; storageUrl: string };

/** Fills a library and moves it while a server serves it. */
async function moveAway(
  job: Parameters<typeof moveLibrary>[0],
  target: Target,
): Promise<{ librarian: Librarian; before: unknown[] }> {
  const { from, to } = job;
  await mkdir(from.dataDir);
  let known;
  {
    await using server = await openServer(from.dataDir);
    const librarian = await fillMovableLibrary(server);
    const before = await readMovable(server.url, librarian);
    known = { librarian, before };
    const requireClosed = async () => {
      const refused = await librarian.send('DELETE', api.document(ids, 'papers', 'one'));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await refused.text()).toContain('The library is being moved to another location. You can read it');
      expect((await readMovable(server.url, librarian)).map(statusOf)).toEqual(before.map(statusOf));
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    };
    const words = [job.folder, '--to-data-dir', to.dataDir, '--to-database', target.database.url];
    if (target.storageUrl) words.push('--to-storage', target.storageUrl);
    const settings = { DATA_DIR: from.dataDir };
    const said = await killWhileRestoring(target.database, ['scripts/move.ts', ...words], settings);
    expect(said).toContain('closed for writing');
    await requireClosed();
    await expect(openServer(to.dataDir, target)).rejects.toThrow('is being restored into this');
    expect(await moveLibrary(job)).toMatchObject({ materials: 5, files: 5, missing: [] });
    await requireClosed();
  }
  await expect(openServer(from.dataDir)).rejects.toThrow(/^this library was moved to PostgreSQL .*--reopen/);
  await expect(moveLibrary(job)).rejects.toThrow(/^this library was moved to PostgreSQL .* already/);
  return known;
}

/** Compares the bytes and the responses, except the list for harvesters, who are notified of all records again. */
async function requireSame(url: string, librarian: Librarian, before: unknown[]): Promise<void> {
  expect((await readMovable(url, librarian)).slice(0, -1)).toEqual(before.slice(0, -1));
  const file = await fetch(`${url}${api.fileDownload(ids, 'paper')}`);
  expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(paperBytes));
}

const onDisk = (dataDir: string): Place => ({ dataDir, database: null, store: null });

const statusOf = (answer: unknown) => (answer as unknown[]).slice(0, 2);

/** Opens servers that all have one address, which harvesters see. */
const openServer = (dataDir: string, target?: Target) =>
  openTestServer({
    dataDir,
    settings: { PUBLIC_URL: 'http://library.test', ...(target?.storageUrl && { STORAGE_URL: target.storageUrl }) },
    ...(target && { database: target.database }),
  });
