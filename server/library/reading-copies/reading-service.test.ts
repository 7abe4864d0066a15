import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { FileRecord } from '#server/engines/database/database.ts';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import type { WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { makeBook } from '#test/support/documents.ts';
import { allOf } from '#test/support/all-of.ts';
import { digest } from '#test/support/library.ts';
import { listFinishedOf } from '#test/support/list-finished.ts';
import { shareWorker } from '#test/support/shared-workers.ts';
import { createReadingService, readingLimits, type ReadingCopy, type ReadingService } from './reading-service.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const log = pino({ level: 'silent' });
/** A flat page tree, as scanners write it: a reader must fetch every page before it can show the first one. */
const flatBook = makeBook('flat book', 120);

test('a PDF with a flat page tree gets a copy of the same pages and far fewer bytes to fetch', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  expect(await shelf.reading.find(file)).toBe('pending');
  const copy = await shelf.settled(file);
  if (typeof copy === 'string') throw new Error(`no copy: ${copy}`);
  const bytes = await bytesOf(copy);
  expect([bytes.length, digest(bytes)]).toEqual([copy.sizeBytes, copy.sha256]);
  expect(bytes.length).toBeLessThan(flatBook.length / 2);
  const output = path.join(shelf.folder, 'copy.pdf');
  await writeFile(output, bytes);
  const pdf = await openPdf(output);
  expect(typeof pdf === 'string' ? pdf : pdf.pageCount).toBe(120);
});

test('small files, images and pages have no copy, and making one is not tried', async () => {
  await using shelf = await openShelf();
  const small = await shelf.store('small', makeBook('small', 3));
  expect(await shelf.reading.find(small)).toBe('original');
  const large = await shelf.store('large', randomBytes(300_000));
  for (const mimeType of ['image/png', 'text/html']) {
    expect(await shelf.reading.find({ ...large, mimeType })).toBe('original');
  }
  expect(await shelf.storedDigests()).toEqual([]);
});

test.skipIf(isOnlyInSweep('documents'))(
  'a copy that would be useless is recorded once and not tried again, even after a restart',
  async () => {
    await using shelf = await openShelf();
    // Rewriting a copy again gains nothing.
    const copy = await shelf.settled(await shelf.store('long', makeBook('long book', 1000)));
    const packed = await shelf.store('packed', typeof copy === 'string' ? Buffer.alloc(0) : await bytesOf(copy));
    const broken = await shelf.store('broken', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]));
    for (const file of [packed, broken]) {
      expect(await shelf.reading.find(file)).toBe('pending');
      expect([file.id, await shelf.settled(file)]).toEqual([file.id, 'original']);
    }
    const notes = await shelf.notes();
    await shelf.reading.close();
    await using next = await openShelf({ before: shelf });
    expect(await next.reading.find(packed)).toBe('original');
    expect(await next.reading.find(broken)).toBe('original');
    await next.reading.catchUp();
    expect(await shelf.notes()).toEqual(notes);
  },
);

test('a locked PDF has no copy', async () => {
  await using shelf = await openShelf();
  const locked = await readFile(new URL('../../../test/fixtures/locked.pdf', import.meta.url));
  const file = await shelf.store('locked', Buffer.concat([locked, Buffer.alloc(300_000, '\n')]));
  await shelf.reading.find(file);
  expect(await shelf.settled(file)).toBe('original');
});

test('a copy that was deleted or truncated is made again with the same bytes', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  const first = await shelf.settled(file);
  await rm(shelf.directory, { recursive: true });
  expect(await shelf.reading.find(file)).toBe('pending');
  const second = await shelf.settled(file);
  expect(second).toMatchObject({ sha256: digestOf(first) });
  await writeFile(path.join(shelf.directory, file.sha256, `${digestOf(second)}.pdf`), 'half');
  expect(await shelf.reading.find(file)).toBe('pending');
  expect(await shelf.settled(file)).toMatchObject({ sha256: digestOf(first) });
});

test('the copy of a file is never sent for another one with the same id', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  await shelf.settled(file);
  const other = makeBook('another book', 120);
  await shelf.storage.remove('a1');
  await shelf.storage.removeParts('a1');
  const next = await shelf.store('a1', other);
  expect(await shelf.reading.find(next)).toBe('pending');
  const copy = await shelf.settled(next);
  expect(typeof copy).toBe('object');
  expect((await shelf.storedDigests()).toSorted()).toEqual([file.sha256, next.sha256].toSorted());
});

test('a copy is made only from the bytes of the record, never from later bytes with the same id', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  await shelf.storage.remove('a1');
  await shelf.storage.removeParts('a1');
  await shelf.store('a1', makeBook('another book', 120));
  shelf.reading.prepare(file);
  // The queue runs one at a time, so the next one shows that the first was settled.
  await shelf.settled(await shelf.store('a2', makeBook('a third book', 120)));
  expect(await shelf.storedDigests()).toEqual([digest(makeBook('a third book', 120))]);
});

test('a folder that cannot be cleared once does not prevent copies from being made later', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  await writeFile(shelf.directory, 'a file where the folder should be');
  expect(await shelf.reading.find(file)).toBe('pending');
  await expect(allOf(shelf.reading.digests('here'))).rejects.toThrow('ENOTDIR');
  await rm(shelf.directory);
  expect(typeof (await shelf.settled(file))).toBe('object');
});

test('a copy is deleted with its file, even while it is being made', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  await shelf.settled(file);
  await shelf.reading.forget(file.sha256);
  expect(await shelf.storedDigests()).toEqual([]);
  shelf.reading.prepare(file);
  await shelf.reading.forget(file.sha256);
  await shelf.settled(await shelf.store('a2', makeBook('another book', 120)));
  expect(await shelf.storedDigests()).toEqual([digest(makeBook('another book', 120))]);
});

test('at the start missing copies are made, and remains of an earlier release or a killed process are deleted', async () => {
  await using shelf = await openShelf();
  const file = await shelf.store('a1', flatBook);
  await mkdir(path.join(shelf.directory, 'a1'), { recursive: true });
  await mkdir(path.join(shelf.directory, '.making', 'of a killed process'), { recursive: true });
  await shelf.reading.catchUp();
  expect(typeof (await shelf.reading.find(file))).toBe('object');
  expect(await shelf.storedDigests()).toEqual([file.sha256]);
  await shelf.reading.close();
  expect(await readdir(path.join(shelf.directory, '.making'))).toEqual([]);
});

test.skipIf(isOnlyInSweep('documents'))(
  'a file whose copy times out is read without a copy, which is tried at three starts at most',
  async () => {
    const limits = { ...readingLimits, jobMs: 1 };
    await using shelf = await openShelf({ limits });
    const file = await shelf.store('a1', flatBook);
    expect(await shelf.reading.find(file)).toBe('pending');
    expect(await shelf.settled(file)).toBe('original');
    // The note is written before the job has ended, and a retry joins a running job.
    await shelf.reading.close();
    for (const tries of [2, 3, 3]) {
      await using next = await openShelf({ limits, before: shelf });
      await next.reading.catchUp();
      expect(await next.notes()).toEqual([expect.objectContaining({ copy: null, reason: 'failed', tries })]);
      expect(await next.reading.find(file)).toBe('original');
    }
  },
);

type Before = { folder: string; records: Map<string, FileRecord> };

/** Opens a reading service on a real store and a real process, in its own folder or in that of an earlier service. */
async function openShelf(options: { limits?: WorkerLimits; before?: Before } = {}): Promise<
  Before & {
    directory: string;
    storage: Awaited<ReturnType<typeof openDisk>>;
    reading: ReadingService;
    store(id: string, bytes: Buffer): Promise<FileRecord>;
    settled(file: FileRecord): Promise<ReadingCopy | 'original' | 'pending'>;
    storedDigests(): Promise<string[]>;
    notes(): Promise<unknown[]>;
    [Symbol.asyncDispose](): Promise<void>;
  }
> {
  const folder = options.before?.folder ?? (await mkdtemp(path.join(tmpdir(), 'examshelf-reading-')));
  const directory = path.join(folder, 'reading');
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const records = options.before?.records ?? new Map<string, FileRecord>();
  const reading = createReadingService({
    storage,
    database: { files: { listFinished: listFinishedOf(() => records.values()) } },
    directory,
    log,
    ...(options.limits ? { limits: options.limits } : { openWorker: shareWorker }),
  });
  const storedDigests = async () => (await readdir(directory).catch(() => [])).filter((name) => !name.startsWith('.'));
  return {
    folder,
    records,
    directory,
    storage,
    reading,
    async store(id, bytes) {
      await storage.putPart(id, 0, Readable.from([bytes]));
      const joined = await storage.joinParts(id, 1);
      const file: FileRecord = {
        id,
        sequence: 1,
        name: id,
        folder: '',
        permissions: ['read("any")'],
        mimeType: 'application/pdf',
        sizeBytes: bytes.length,
        chunksTotal: 1,
        chunksHeld: [],
        isFinished: true,
        sha256: joined?.sha256 ?? '',
        pageCount: null,
        warning: null,
        ownerId: 'admin',
        pageTurns: [],
        isReleased: false,
        createdAt: '2026-03-04T05:06:07.089+00:00',
        updatedAt: '2026-03-04T05:06:07.089+00:00',
      };
      records.set(id, file);
      return file;
    },
    async settled(file) {
      await expect.poll(() => reading.find(file)).not.toBe('pending');
      return reading.find(file);
    },
    storedDigests,
    notes: async () =>
      Promise.all(
        (await storedDigests()).map(async (name) =>
          JSON.parse(await readFile(path.join(directory, name, 'note.json'), 'utf8')),
        ),
      ),
    async [Symbol.asyncDispose]() {
      await reading.close();
      await storage.close();
      if (!options.before) await rm(folder, { recursive: true, force: true });
    },
  };
}

function digestOf(copy: ReadingCopy | 'original' | 'pending'): string {
  if (typeof copy === 'string') throw new Error(`no copy: ${copy}`);
  return copy.sha256;
}

async function bytesOf(copy: ReadingCopy): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await copy.pour({ start: 0, end: copy.sizeBytes - 1 }, async (piece) => void pieces.push(Buffer.from(piece)));
  return Buffer.concat(pieces);
}
