import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { DerivedObjects } from '#server/engines/storage/storage.ts';
import { createDerivedFiles } from '#server/library/pictures/derived-files.ts';
import { createPictureService } from '#server/library/pictures/picture-service.ts';
import { createReadingService } from '#server/library/reading-copies/reading-service.ts';
import { allOf } from '#test/support/all-of.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { failingList } from '#test/support/failing-list.ts';
import { fileRecord } from '#test/support/file-record.ts';
import { digest, openLibrarian } from '#test/support/library.ts';
import { listFinishedOf } from '#test/support/list-finished.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareWorker } from '#test/support/shared-workers.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { readS3Address, type S3Address } from './s3-address.ts';
import { openS3 } from './s3.ts';

const cover = { width: 320, page: 1, format: 'webp' } as const;

/** Tests of files that nodes derive, in their shared store. */
export function describeS3Derived(store: () => S3Server): void {
  describeCatchingUp(store);
  describeKeys(store);
  describeOfServer(store);

  test('serves a picture that one node made from another one, which does not need the file', async () => {
    const url = store().newUrl();
    await using one = await openNode(url);
    await using two = await openNode(url);
    const file = await one.store('paper', makePdf([['Question 1']]));
    const made = await readFile((await one.pictures.picture(file, cover)).path);
    await expect.poll(() => allOf(one.derived.digests('pictures'))).toEqual([file.sha256]);
    await one.storage.remove('paper');
    const shown = await two.pictures.picture(file, cover);
    expect((await readFile(shown.path)).equals(made)).toBe(true);
    expect(shown.path.startsWith(two.folder)).toBe(true);
    // From its own disk from then on.
    await one.derived.remove('pictures', file.sha256);
    expect((await two.pictures.picture(file, cover)).path).toBe(shown.path);
    expect([one.log, two.log]).toEqual([[], []]);
  });

  test('shares a reading copy, or the result that it would not help, between nodes', async () => {
    const url = store().newUrl();
    await using one = await openNode(url);
    await using two = await openNode(url);
    const book = await one.store('book', makeBook('flat book', 120));
    const broken = await one.store('broken', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'x')]));
    const patience = { timeout: 20_000 };
    for (const file of [book, broken]) await expect.poll(() => one.reading.find(file), patience).not.toBe('pending');
    const copy = await one.reading.find(book);
    if (typeof copy === 'string') throw new Error(copy);
    await expect.poll(() => allOf(one.derived.digests('reading'))).toHaveLength(2);
    for (const { id } of [book, broken]) await one.storage.remove(id);
    await expect
      .poll(() => two.reading.find(book), patience)
      .toMatchObject({ sha256: copy.sha256, sizeBytes: copy.sizeBytes, madeAt: copy.madeAt });
    await expect.poll(() => two.reading.find(broken), patience).toBe('original');
    const found = await two.reading.find(book);
    if (typeof found === 'string') throw new Error(found);
    const pieces: Uint8Array[] = [];
    await found.pour({ start: 0, end: found.sizeBytes - 1 }, async (piece) => void pieces.push(Buffer.from(piece)));
    expect(digest(Buffer.concat(pieces))).toBe(copy.sha256);
  });

  test('removes derived files with their file, also those of a killed node, and leaves files alone', async () => {
    const url = store().newUrl();
    await using one = await openNode(url);
    await using two = await openNode(url);
    const [gone, left, kept] = await Promise.all(['gone', 'left', 'kept'].map((id) => one.store(id, makePdf([[id]]))));
    if (!gone || !left || !kept) throw new Error('three files');
    for (const file of [gone, left, kept]) await one.pictures.picture(file, cover);
    await expect.poll(() => allOf(one.derived.digests('pictures'))).toHaveLength(3);
    const known = async (digests: readonly string[]) => new Set(digests.filter((each) => each === kept.sha256));
    const files = { knownDigests: known } as unknown as Database['files'];
    const derived = createDerivedFiles({
      database: { files },
      folders: [two.pictures],
      log: pino({ level: 'silent' }),
    });
    await derived.leave(gone);
    expect(await allOf(one.derived.digests('pictures'))).toEqual([left.sha256, kept.sha256].sort());
    expect([await derived.sweep('here'), await derived.sweep('shared')]).toEqual([0, 1]);
    expect(await allOf(one.derived.digests('pictures'))).toEqual([kept.sha256]);
    const ids = [];
    for await (const { fileId } of one.storage.list()) ids.push(fileId);
    expect(ids.sort()).toEqual(['gone', 'kept', 'left']);
  });

  test('makes derived files with a store that fails for them, and logs the failure', async () => {
    const url = store().newUrl();
    const away = new Error('the store is away');
    const fail = () => Promise.reject(away);
    await using node = await openNode(url, { fetch: fail, put: fail, remove: fail, digests: failToList });
    const file = await node.store('paper', makePdf([['Question 1']]));
    for (const width of [160, 320, 640]) await node.pictures.picture(file, { ...cover, width });
    expect(await allOf(node.pictures.digests('here'))).toEqual([file.sha256]);
    await node.pictures.forget(file.sha256);
    expect(node.log.filter((line) => line.includes('could not be shared')).length).toBeGreaterThan(0);
    expect((await node.pictures.picture(file, cover)).sizeBytes).toBeGreaterThan(0);
  });
}

function describeKeys(store: () => S3Server): void {
  test('accepts only a digest and a plain name as a key', async () => {
    await using node = await openNode(store().newUrl());
    const { derived } = node;
    const file = path.join(node.folder, 'fetched');
    for (const sha256 of ['', '../files/', 'paper', 'A'.repeat(64), `${'a'.repeat(64)}/`])
      await expect(async () => derived.remove('pictures', sha256)).rejects.toThrow('must be a SHA-256');
    for (const name of ['', '..', '../../files/paper', 'a/b', '.hidden'])
      await expect(async () => derived.fetch('pictures', 'a'.repeat(64), name, file)).rejects.toThrow('not a name');
    expect(await derived.fetch('pictures', 'a'.repeat(64), '320-1.webp', file)).toBe(false);
  });
}

/** Tests of a whole server, which receives changes of other nodes. */
function describeOfServer(store: () => S3Server): void {
  test.skipIf(isOnlyInSweep('engines'))('derives files on the node that received them', async () => {
    await using server = await openTestServer({
      settings: { STORAGE_URL: store().newUrl() },
      derivesAhead: true,
      readsTexts: false,
    });
    const { storage } = server.resources;
    const [far, near] = [makeBook('far book', 120), makeBook('near book', 120)];
    await storage.putPart('far', 0, Readable.from([far]));
    await storage.joinParts('far', 1);
    server.services.changes.tell({ subject: 'file', action: 'create', file: fileRecord('far', far) }, 'elsewhere');
    await (await openLibrarian(server.url)).upload('near.pdf', near, 'near');
    // Copies are made one after the other.
    const copied = () => allOf(server.services.reading.digests('here'));
    await expect.poll(copied, { timeout: 30_000 }).toContain(digest(near));
    expect(await copied()).toEqual([digest(near)]);
  });
}

/** Tests of copies that nobody has requested yet. */
function describeCatchingUp(store: () => S3Server): void {
  test.skipIf(isOnlyInSweep('engines'))(
    "makes missing reading copies that the store's list does not have, and fetches no others",
    async () => {
      const url = store().newUrl();
      await using one = await openNode(url);
      await using two = await openNode(url);
      const files: FileRecord[] = [];
      for (const name of ['first', 'second', 'third']) files.push(await one.store(name, makeBook(`${name} book`, 120)));
      two.records.push(...files);
      const [there, ...missing] = files.map(({ sha256 }) => sha256);
      await expect.poll(() => one.reading.find(files[0] as FileRecord), { timeout: 20_000 }).not.toBe('pending');
      await expect.poll(() => allOf(one.derived.digests('reading'))).toEqual([there]);
      await two.reading.catchUp();
      expect(await allOf(two.reading.digests('here'))).toEqual(missing.toSorted());
      await expect
        .poll(() => allOf(one.derived.digests('reading')))
        .toEqual(files.map(({ sha256 }) => sha256).toSorted());
      await one.reading.catchUp();
      expect(await allOf(one.reading.digests('here'))).toEqual([there]);
      // If the store can't be listed, no copy is made: otherwise all of them would be.
      await using third = await openNode(url, { ...one.derived, digests: failToList });
      third.records.push(...files);
      await expect(third.reading.catchUp()).rejects.toThrow('the store is away');
      expect(await allOf(third.reading.digests('here'))).toEqual([]);
    },
  );
}

const failToList = () => failingList(new Error('the store is away'));

/** A node with its own caches. */
async function openNode(url: string, derivedInstead?: DerivedObjects) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-derived-'));
  const opened = await openS3({ address: readS3Address(url) as S3Address, scratch: path.join(folder, 'scratch') });
  const { derived } = opened;
  if (!derived) throw new Error('a store of all nodes has derived files');
  const storage = { ...opened, derived: derivedInstead ?? derived };
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const pictures = createPictureService({
    storage,
    directory: path.join(folder, 'pictures'),
    log,
    openWorker: shareWorker,
  });
  const records: FileRecord[] = [];
  const files = { listFinished: listFinishedOf(() => records) };
  const reading = createReadingService({
    storage,
    database: { files },
    directory: path.join(folder, 'reading'),
    log,
    openWorker: shareWorker,
  });
  return {
    folder,
    storage,
    derived,
    records,
    pictures,
    reading,
    log: lines,
    async store(id: string, bytes: Buffer): Promise<FileRecord> {
      await storage.putPart(id, 0, Readable.from([bytes]));
      await storage.joinParts(id, 1);
      const record = fileRecord(id, bytes);
      records.push(record);
      return record;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pictures.close(), reading.close()]);
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
