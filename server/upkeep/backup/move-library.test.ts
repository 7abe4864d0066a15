import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransfer } from '#server/engines/open-database.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { BackupIsRunning } from './make-backup.ts';
import { moveLibrary, reopenLibrary } from './move-library.ts';
import { describeMove } from './move-library.suite.ts';
import type { Place } from './place.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };
let folder: string;
let server: TestServer;
let librarian: Librarian;

/** Moves a library to one location after another while it is used, and reopens it after each move. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-move-'));
  await mkdir(path.join(folder, 'old'));
  server = await openTestServer({ dataDir: path.join(folder, 'old') });
  librarian = await openLibrarian(server.url);
  for (const name of ['note', 'lost']) await librarian.upload(`${name}.pdf`, makePdf([[name]]), name);
  await librarian.publish('note', { ...place, title: 'Pointers', fileId: 'note' }, 'first');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const onDisk = (name: string): Place => ({ dataDir: path.join(folder, name), database: null, store: null });
const jobTo = (name: string) => ({
  from: onDisk('old'),
  to: onDisk(name),
  folder: path.join(folder, 'backups'),
  passphrase: null,
});
const publish = (id: string) => librarian.publish('note', { ...place, title: id, fileId: 'note' }, id);

describe('moving a library', () => {
  describeMove(null);

  test('reopens the library when stopped, and the next move includes later changes', async () => {
    const stop = new AbortController();
    const step = (words: string) => words.startsWith('restoring') && stop.abort(new Error('stopped'));
    await expect(moveLibrary(jobTo('new'), { step, signal: stop.signal })).rejects.toThrow('stopped');
    await publish('late');
    expect(await moveLibrary(jobTo('new'))).toMatchObject({ materials: 2, files: 2, missing: [] });
    await using moved = await openTestServer({ dataDir: path.join(folder, 'new') });
    expect((await moved.resources.database.materials.find('late'))?.title).toBe('late');
    expect(await reopenLibrary(onDisk('old'))).toMatchObject({ state: 'moved' });
    expect(await reopenLibrary(onDisk('old'))).toBeNull();
    await publish('later');
  });

  test('changes nothing for a location that is in use or is the same one, and says what to do', async () => {
    await mkdir(path.join(folder, 'used'));
    await writeFile(path.join(folder, 'used', 'thesis.txt'), 'mine');
    await expect(moveLibrary(jobTo('used'))).rejects.toThrow(/is not empty/);
    await expect(moveLibrary(jobTo('old'))).rejects.toThrow(
      /^the new location shares its database, its files or its data/,
    );
    await expect(moveLibrary({ ...jobTo('other'), folder: path.join(folder, 'one.tar') })).rejects.toThrow(
      /is an archive; name a folder/,
    );
    await publish('after-refusals');
  });

  test('refuses a second move while one runs, which completes and leaves the old library closed', async () => {
    const seconds: Promise<unknown>[] = [];
    const begin = (words: string) => {
      if (words.startsWith('restoring')) seconds.push(moveLibrary(jobTo('second')).catch((error: unknown) => error));
    };
    await moveLibrary(jobTo('first'), { step: begin });
    expect(await Promise.all(seconds)).toEqual([expect.any(BackupIsRunning)]);
    await expect(publish('too-late')).rejects.toThrow(/is being moved/);
    expect(await reopenLibrary(onDisk('old'))).toMatchObject({ state: 'moved', to: expect.stringContaining('first') });
  });

  test('names files with bytes that the library had lost', async () => {
    await rm(path.join(folder, 'old', 'files', storedPath('lost')));
    const job = { ...jobTo('without'), folder: path.join(folder, 'backups-without') };
    expect(await moveLibrary(job)).toMatchObject({ missing: [{ id: 'lost', name: 'lost.pdf' }] });
    await reopenLibrary(onDisk('old'));
  });

  test.skipIf(whyNoPostgres() || isOnlyInSweep('engines'))(
    'reports that the library stays closed if its database is unavailable at the end, and how to reopen it',
    async () => {
      await using database = await (await openPostgresServer()).make();
      const { host, port } = database.address;
      await using line = await openUnreliableLine(`http://${host}:${port}`);
      const inside = { ...onDisk('inside'), database: database.address };
      await mkdir(inside.dataDir);
      {
        await using records = await openTransfer({ dataDir: '', address: database.address, isNew: false });
        await records.setSetting('name', 'A small library');
      }
      const from = { ...inside, database: { ...database.address, port: Number(new URL(line.url).port) } };
      const job = { ...jobTo('outside'), from, folder: path.join(folder, 'backups-inside') };
      const stop = new AbortController();
      const step = (words: string) => {
        if (!words.startsWith('restoring')) return;
        line.enter('refuse');
        stop.abort(new Error('stopped'));
      };
      await expect(moveLibrary(job, { step, signal: stop.signal })).rejects.toThrow(
        /^stopped; and the library could not be opened again \([^\n]*"npm run move -- --reopen" succeeds$/,
      );
      expect(await reopenLibrary(inside)).toMatchObject({ state: 'moving' });
      line.enter('pass');
      // The lease could not be released either, and would expire within a minute.
      await runOn(database.address, 'delete from lease');
      expect(await moveLibrary(job)).toMatchObject({ materials: 0, missing: [] });
    },
  );
});
