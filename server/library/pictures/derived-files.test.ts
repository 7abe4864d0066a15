import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { createReadingService } from '#server/library/reading-copies/reading-service.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { failingList } from '#test/support/failing-list.ts';
import { shareWorker } from '#test/support/shared-workers.ts';
import { createDerivedFiles } from './derived-files.ts';
import { createPictureService } from './picture-service.ts';

const log = pino({ level: 'silent' });
const options = { width: 160, page: 1, format: 'webp' } as const;

test('derived files are deleted with the last file of those bytes', async () => {
  await using shelf = await openShelf();
  const book = makeBook('book', 120);
  const [one, twin] = [await shelf.store('one', book), await shelf.store('twin', book)];
  await shelf.derive(one);
  expect(await shelf.storedDigests()).toEqual({ pictures: [one.sha256], reading: [one.sha256] });
  await shelf.database.files.remove('one');
  await shelf.derived.leave(one);
  expect(await shelf.storedDigests()).toEqual({ pictures: [one.sha256], reading: [one.sha256] });
  await shelf.database.files.remove('twin');
  await shelf.derived.leave(twin);
  expect(await shelf.storedDigests()).toEqual({ pictures: [], reading: [] });
});

test('derived files of deleted files are swept after a crash, and those of existing files are not', async () => {
  await using shelf = await openShelf();
  const [kept, removed] = [
    await shelf.store('kept', makeBook('kept', 120)),
    await shelf.store('removed', makeBook('removed', 120)),
  ];
  await shelf.derive(kept);
  await shelf.derive(removed);
  // The process is killed before the derived files could be deleted.
  await shelf.database.files.remove('removed');
  expect(await shelf.derived.sweep('here', AbortSignal.abort())).toBe(0);
  expect(await shelf.derived.sweep('here')).toBe(1);
  expect(await shelf.storedDigests()).toEqual({ pictures: [kept.sha256], reading: [kept.sha256] });
  expect(await shelf.derived.sweep('here')).toBe(0);
  expect(await shelf.storage.find('removed')).not.toBeNull();
});

test('three thousand derived files are looked up a thousand at a time, even if one store of them cannot be listed', async () => {
  await using shelf = await openShelf();
  const kept = await shelf.store('kept', makePdf([['kept']]));
  const { knownDigests } = shelf.database.files;
  const asked: number[] = [];
  shelf.database.files.knownDigests = (digests) => {
    asked.push(digests.length);
    return knownDigests(digests);
  };
  const forgotten: string[] = [];
  const forget = async (sha256: string) => void forgotten.push(sha256);
  async function* many() {
    for (let number = 1; number < 3000; number += 1) yield `${number}`;
    yield kept.sha256;
  }
  const folders = [
    { digests: () => failingList(new Error('the store is away')), forget: async () => undefined },
    { digests: many, forget },
  ];
  const derived = createDerivedFiles({ database: shelf.database, folders, log });
  expect(await derived.sweep('shared')).toBe(2999);
  expect([asked, forgotten.length, forgotten.includes(kept.sha256)]).toEqual([[1000, 1000, 1000], 2999, false]);
});

/** Opens pictures and reading copies on real engines, in a separate folder. */
async function openShelf() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-derived-'));
  const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
  const database = await openSqlite({ dataDir: folder, publicUrl: 'http://127.0.0.1:3000', ids });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const pictures = createPictureService({
    storage,
    directory: path.join(folder, 'pictures'),
    log,
    openWorker: shareWorker,
  });
  const reading = createReadingService({
    storage,
    database,
    directory: path.join(folder, 'reading'),
    log,
    openWorker: shareWorker,
  });
  const namesIn = async (name: string) =>
    (await readdir(path.join(folder, name))).filter((each) => !each.startsWith('.'));
  const store = async (id: string, bytes: Buffer) => {
    await database.files.insertPending({ id, name: id, folder: '', sizeBytes: 0, chunksTotal: 1, ownerId: 'admin' });
    await storage.putPart(id, 0, Readable.from([bytes]));
    const joined = await storage.joinParts(id, 1);
    if (!joined) throw new Error('nothing was stored');
    const file = await database.files.finish(id, {
      mimeType: 'application/pdf',
      ...joined,
      pageCount: null,
      warning: null,
    });
    if (!file) throw new Error('nothing was stored');
    return file;
  };
  return {
    database,
    storage,
    derived: createDerivedFiles({ database, folders: [pictures, reading], log }),
    store,
    async derive(file: Awaited<ReturnType<typeof store>>) {
      await pictures.picture(file, options);
      await expect.poll(() => reading.find(file)).not.toBe('pending');
    },
    storedDigests: async () => ({ pictures: await namesIn('pictures'), reading: await namesIn('reading') }),
    async [Symbol.asyncDispose]() {
      await Promise.all([pictures.close(), reading.close()]);
      await storage.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
