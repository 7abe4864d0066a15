import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { openDatabase, openTransfer } from '#server/database/open-database.ts';
import { movedTables, otherTables } from '#server/database/transfer/moved-tables.ts';
import { storedPath } from '#server/storage/stored-path.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { digest, ids } from '#test/support/library.ts';
import { fillMovableLibrary, paperBytes, readMovable } from '#test/support/movable-library.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { reopenLibrary } from './close-library.ts';
import { moveLibrary, type MoveEvents, type MoveOptions } from './move-library.ts';
import type { Place } from './place.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const missing = whyNoPostgres();
const silent: MoveEvents = { step: () => undefined, file: () => undefined, table: () => undefined };
const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };

const move = (from: Place, to: Place, more: Partial<MoveOptions> = {}) =>
  moveLibrary(from, to, { events: silent, signal: new AbortController().signal, ...more });
const onDisk = (dataDir: string): Place => ({ dataDir, database: null, store: null });

describe.skipIf(missing)('moving a library', () => {
  describeThereAndBack();
  describeStopped();
  describeTrouble();
});

function describeThereAndBack(): void {
  test('a library goes to PostgreSQL and back with everything, is read meanwhile, and goes on where a killed move was', async () => {
    await using folder = await makeFolder();
    await using database = await (await openPostgresServer()).make({ isEmpty: true });
    const [old, middle, last] = ['old', 'middle', 'last'].map((name) => path.join(folder.path, name)) as Folders;
    const inPostgres = { dataDir: middle, database: database.address, store: null };
    await mkdir(old);
    let librarian;
    let before: unknown[];
    {
      await using server = await openServer(old);
      librarian = await fillMovableLibrary(server);
      before = await readMovable(server.url, librarian);

      await killWhileClosed(old, ['--to-database', database.url, '--to-data-dir', middle]);
      const refused = await librarian.send('DELETE', api.document(ids, 'papers', 'one'));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await refused.text()).toContain('The library is being moved to another place. It can be read');
      expect((await readMovable(server.url, librarian)).map(statusOf)).toEqual(before.map(statusOf));
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

      const report = await move(onDisk(old), inPostgres);
      expect(report.files).toMatchObject({ files: 5, copied: 0, missing: [] });
      expect([report.parts, report.tables.filter(({ rows }) => rows === 0)]).toEqual([1, []]);
      expect((await readMovable(server.url, librarian)).map(statusOf)).toEqual(before.map(statusOf));
      expect((await librarian.send('DELETE', api.document(ids, 'papers', 'one'))).status).toBe(503);
    }
    await expect(openServer(old)).rejects.toThrow(/^this library was moved to PostgreSQL .*--reopen/);
    await expect(move(onDisk(old), inPostgres)).rejects.toThrow(/not empty .*set DATABASE_URL to it/);
    {
      await using server = await openServer(middle, database);
      expect(await readMovable(server.url, librarian)).toEqual(before);
      const file = await fetch(`${server.url}${api.fileDownload(ids, 'paper')}`);
      expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(paperBytes));
      expect(Buffer.from(await server.resources.storage.readHead('half', 5)).toString()).toBe('%PDF-');
    }
    const back = await move(inPostgres, onDisk(last));
    expect(back.files).toMatchObject({ files: 5, copied: 5 });
    await using server = await openServer(last);
    expect(await readMovable(server.url, librarian)).toEqual(before);
    // Numbers go on after the largest that was ever given out, that of the purged material.
    const added = await server.resources.database.materials.insert({
      ...place,
      id: 'new',
      kind: 'note',
      title: 'New',
      fileId: 'note',
      isSample: false,
    });
    expect(added.sequence).toBe(7);
    const found = await fetch(`${server.url}${api.documents(ids, 'papers')}?project=examshelf&search=C%2B%2B`);
    expect(await found.text()).toContain('"total":');
  });
}

function describeStopped(): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'a move that is stopped opens the library again, and the next one copies only what is new',
    async () => {
      await using folder = await makeFolder();
      await using database = await (await openPostgresServer()).make({ isEmpty: true });
      const old = path.join(folder.path, 'old');
      const to = { dataDir: path.join(folder.path, 'new'), database: database.address, store: null };
      await mkdir(old);
      await using server = await openServer(old);
      const librarian = await fillMovableLibrary(server);
      const stop = new AbortController();
      const table: MoveEvents['table'] = ({ name }) => {
        if (name === 'materials') stop.abort();
      };
      await expect(move(onDisk(old), to, { events: { ...silent, table }, signal: stop.signal })).rejects.toThrow(
        'abort',
      );
      // Open again: this would be lost if the next move did not take it along.
      await librarian.upload('late.pdf', makePdf([['late']]), 'late');
      await librarian.publish('note', { ...place, title: 'Late', fileId: 'late' }, 'late');
      await expect(openServer(to.dataDir, database)).rejects.toThrow('is not complete');
      const report = await move(onDisk(old), to);
      expect(report.files).toMatchObject({ files: 6, copied: 1 });
      const copied = report.tables.filter(({ isCopied }) => isCopied).map(({ name }) => name);
      expect(copied).toContain('materials');
      expect(copied).not.toContain('removed_files');
      await cutLastStep(() => move(onDisk(old), to), { database, files: path.join(to.dataDir, 'files') });
      await expect(openServer(to.dataDir, database)).rejects.toThrow('is not complete');
      await runOn(database.address, 'drop trigger cut on settings');
      await move(onDisk(old), to);
      await using moved = await openServer(to.dataDir, database);
      expect((await moved.resources.database.materials.find('late'))?.title).toBe('Late');

      await using records = await openTransfer({ dataDir: old, address: null, isNew: false });
      expect((await reopenLibrary(records))?.state).toBe('moved');
      await librarian.publish('note', { ...place, title: 'On the old one', fileId: 'late' }, 'later');
    },
  );
}

function describeTrouble(): void {
  test('lost bytes are named, other bytes are never taken for right, and what is in the way is named', async () => {
    await using folder = await makeFolder();
    await using database = await (await openPostgresServer()).make({ isEmpty: true });
    const old = path.join(folder.path, 'old');
    await mkdir(old);
    {
      await using server = await openServer(old);
      await fillMovableLibrary(server);
    }
    const stored = (dataDir: string, id: string) => path.join(dataDir, 'files', storedPath(id));
    await rm(stored(old, 'cover'));
    await writeFile(stored(old, 'unused'), 'x'.repeat((await makePdf([['unused']])).length));
    const to = { dataDir: path.join(folder.path, 'new'), database: database.address, store: null };
    const prepared = await move(onDisk(old), to, { isPreparing: true });
    expect(prepared.closedMs).toBeNull();
    expect(prepared.files?.missing.map(({ id }) => id).sort()).toEqual(['cover', 'unused']);
    // The same size, and other bytes: without the journal it is read again.
    await writeFile(stored(to.dataDir, 'paper'), Buffer.alloc(paperBytes.length, 'x'));
    await rename(path.join(old, 'moving.sqlite'), path.join(folder.path, 'journal'));
    const report = await move(onDisk(old), to);
    expect(report.files).toMatchObject({ files: 5, copied: 1, missing: [{ id: expect.any(String) }, {}] });

    const inTheWay = path.join(folder.path, 'used');
    await cp(path.join(to.dataDir, 'files'), path.join(inTheWay, 'files'), { recursive: true });
    await using empty = await (await openPostgresServer()).make({ isEmpty: true });
    const from = { ...to, dataDir: to.dataDir };
    await expect(move(from, { dataDir: inTheWay, database: empty.address, store: null })).rejects.toThrow(
      /files is not empty .*--to-data-dir/,
    );
    const wrong = { ...empty.address, password: 'wrong' };
    await expect(move(from, { ...to, database: wrong })).rejects.toThrow(/refuses the password of the user/);
    await expect(move(from, from)).rejects.toThrow('the library is there already');
    await expect(move(from, onDisk(old))).rejects.toThrow(/examshelf.sqlite is in the way/);
  });

  test('every table of either engine is moved, or is known to stay', async () => {
    await using folder = await makeFolder();
    await using database = await (await openPostgresServer()).make();
    const known = movedTables.map(({ name }) => name);
    for (const address of [null, database.address]) {
      await using records = await openTransfer({ dataDir: folder.path, address, isNew: true });
      const tables = await records.tables();
      expect(known.filter((name) => !tables.includes(name))).toEqual([]);
      const unknown = tables.filter((name) => !known.includes(name) && !otherTables.some((each) => each.test(name)));
      expect(unknown).toEqual([]);
    }
  });
}

test('a library whose files were moved can be changed only by servers that have the new store', async () => {
  await using folder = await makeFolder();
  const open = (filesPlace: string) =>
    openDatabase({ dataDir: folder.path, address: null, publicUrl: 'http://library.test', ids, filesPlace });
  {
    await using records = await openTransfer({ dataDir: folder.path, address: null, isNew: true });
    const mark = { state: 'moved', since: 'now', to: 'a bucket', filesBefore: 'disk', filesAfter: 's3://bucket/' };
    await records.setSetting('closed', JSON.stringify(mark));
  }
  const [before, after] = [await open('disk'), await open('s3://bucket/')];
  await expect(before.settings.set('one', 'two')).rejects.toThrow('is being moved');
  await expect(before.transaction((records) => records.settings.set('one', 'two'))).rejects.toThrow('is being moved');
  await before.pingWriting();
  await after.settings.set('one', 'two');
  expect(await before.settings.find('one')).toBe('two');
  await Promise.all([before.close(), after.close()]);
  await expect(openServer(folder.path)).rejects.toThrow(/was moved to a bucket .*STORAGE_URL/);
});

/** All under one address: harvesters are told of a library that has another one. */
const openServer = (dataDir: string, database?: { url: string }) =>
  openTestServer({ dataDir, settings: { PUBLIC_URL: 'http://library.test' }, ...(database && { database }) });

type Folders = [string, string, string];

/** A move that has left the old place, and cannot open the new one: neither is open until the same call completes it. */
async function cutLastStep(
  moveAgain: () => Promise<unknown>,
  { database, files }: { database: TestDatabase; files: string },
): Promise<void> {
  {
    await using records = await openTransfer({ dataDir: '', address: database.address, isNew: false });
    const libraryId = String(await records.findSetting('library-id'));
    await records.setSetting('arriving', libraryId);
    await writeFile(path.join(files, 'arriving'), libraryId);
  }
  await runOn(
    database.address,
    `create function cut() returns trigger language plpgsql as $$ begin raise 'cut here'; end $$;
     create trigger cut before delete on settings for each row when (old.name = 'arriving') execute function cut()`,
  );
  await expect(moveAgain()).rejects.toThrow('cut here');
}

const statusOf = (answer: unknown) => (answer as unknown[]).slice(0, 2);

/** Runs the command until it has closed the library, and kills it. */
async function killWhileClosed(dataDir: string, words: string[]): Promise<void> {
  const child = spawn(process.execPath, ['scripts/move.ts', ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    // The first table of the records: the library is closed, and the rest is still to come.
    if (output.includes('settings:')) child.kill('SIGKILL');
  });
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect([signal, output]).toEqual(['SIGKILL', expect.stringContaining('closed for writing')]);
}

async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-move-'));
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      if (existsSync(folder)) await rm(folder, { recursive: true, force: true });
    },
  };
}
