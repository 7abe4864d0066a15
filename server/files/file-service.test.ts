import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/chunk.ts';
import { visitor, type Actor } from '#domain/account.ts';
import { publicPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { emptyQuery } from '#contract/query.ts';
import { createTrail } from '#server/accounts/trail.ts';
import { createChanges, type Change } from '#server/changes.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import type { PdfInspection } from '#server/pictures/inspector.ts';
import { createPictureService } from '#server/pictures/picture-service.ts';
import { parseContentRange } from '#server/http/files/content-range.ts';
import { openDisk } from '#server/storage/disk.ts';
import { makePdf } from '#test/support/documents.ts';
import { createFileService } from './file-service.ts';
import type { IncomingChunk } from './incoming-chunk.ts';

const admin: Actor = { role: 'administrator', userId: 'admin', sessionId: 's1' };
const otherAdmin: Actor = { role: 'administrator', userId: 'other', sessionId: 's2' };
const member: Actor = { role: 'member', userId: 'member', sessionId: 's3' };
const log = pino({ level: 'silent' });
const nothingSwept = { uploads: 0, removed: 0, strays: 0, returned: 0, halfMade: 0 };

test('a file sent in one request is there with its digest, and told of once', async () => {
  await using shelf = await openShelf();
  const bytes = makePdf([['one']]);
  const { file, isNew } = await shelf.files.receive(admin, whole('a1', bytes));
  expect(isNew).toBe(true);
  expect(file).toMatchObject({
    id: 'a1',
    isFinished: true,
    mimeType: 'application/pdf',
    sizeBytes: bytes.length,
    sha256: digest(bytes),
    chunksTotal: 1,
    warning: null,
  });
  expect(await shelf.bytesOf('a1')).toBe(digest(bytes));
  expect(await shelf.files.get(visitor, 'a1')).toEqual(file);
  expect(await shelf.files.getReadable(visitor, 'a1')).toEqual(file);
  expect(shelf.told).toMatchObject([{ subject: 'file', action: 'create', file: { id: 'a1', isFinished: true } }]);
});

test('nobody but an administrator uploads, lists, renames or removes', async () => {
  await using shelf = await openShelf();
  for (const actor of [visitor, member]) {
    expect(() => shelf.files.requireUploader(actor)).toThrow(Problem);
    expect(await refusal(shelf.files.receive(actor, whole('bad id', Buffer.from('rubbish'))))).toBe(
      'user_unauthorized',
    );
    expect(await refusal(shelf.files.list(actor, emptyQuery, null))).toBe('user_unauthorized');
    expect(await refusal(shelf.files.update(actor, 'a1', { name: 'b.pdf' }))).toBe('user_unauthorized');
    expect(await refusal(shelf.files.remove(actor, 'a1'))).toBe('user_unauthorized');
  }
});

test('chunks in any order and all at once make the file exactly once, however they are shuffled', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes * 4 + 12345);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }), fc.boolean(), async (order, together) => {
      const id = `round-${round++}`;
      const before = shelf.told.length;
      const first = await shelf.files.receive(admin, chunkOf(id, bytes, 0));
      expect(first).toMatchObject({ isNew: true, file: { id, isFinished: false, chunksHeld: [0], chunksTotal: 5 } });
      const send = (index: number) => shelf.files.receive(admin, chunkOf(id, bytes, index, true));
      const answers = [];
      if (together) answers.push(...(await Promise.all(order.map(send))));
      else for (const index of order) answers.push(await send(index));
      expect(answers.filter(({ file }) => file.isFinished).length).toBeGreaterThanOrEqual(1);
      expect((await shelf.files.get(visitor, id)).sha256).toBe(digest(bytes));
      expect(await shelf.bytesOf(id)).toBe(digest(bytes));
      expect(shelf.told.length).toBe(before + 1);
    }),
    { numRuns: 6 },
  );
});

test('the same chunk sent several times at once counts once', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await Promise.all(Array.from({ length: 4 }, () => shelf.files.receive(admin, chunkOf('a1', bytes, 0))));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => shelf.files.receive(admin, chunkOf('a1', bytes, 1, true))),
  );
  expect(answers.map(({ file }) => file.sha256)).toEqual(Array(4).fill(digest(bytes)));
  expect(shelf.told).toHaveLength(1);
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
});

test('a chunk still on its way while another tab sends it and finishes the file is told that the file is there', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 1000);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const line = new PassThrough();
  const slow = shelf.files.receive(admin, { ...chunkOf('a1', bytes, 1, true), bytes: line });
  line.write(bytes.subarray(chunkBytes, chunkBytes + 500));
  await untilPartsBegin(shelf.folder, 'a1', 2);
  await shelf.files.receive(otherAdmin, chunkOf('a1', bytes, 1, true));
  line.end(bytes.subarray(chunkBytes + 500));
  expect((await slow).file).toMatchObject({ isFinished: true, sha256: digest(bytes) });
  expect(await shelf.bytesOf('a1')).toBe(digest(bytes));
  expect(shelf.told).toHaveLength(1);
});

test('a chunk still on its way when its upload is cancelled counts for nothing, nor for the next upload of that id', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 1000);
  const other = pdfOf(chunkBytes + 1000);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const line = new PassThrough();
  const slow = shelf.files.receive(admin, { ...chunkOf('a1', bytes, 1, true), bytes: line });
  line.write(bytes.subarray(chunkBytes, chunkBytes + 500));
  await untilPartsBegin(shelf.folder, 'a1', 2);
  await shelf.files.remove(admin, 'a1');
  await shelf.files.receive(admin, chunkOf('a1', other, 0));
  line.end(bytes.subarray(chunkBytes + 500));
  expect(await refusal(slow)).toBe('storage_file_not_found');
  expect((await shelf.files.get(admin, 'a1')).chunksHeld).toEqual([0]);
  const last = await shelf.files.receive(admin, chunkOf('a1', other, 1, true));
  expect(last.file.sha256).toBe(digest(other));
});

test('a chunk that was kept just before its upload was cancelled and begun anew is not counted for the new one', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 1000);
  const other = pdfOf(chunkBytes + 1000);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const { putPart } = shelf.storage;
  shelf.storage.putPart = async (...part) => {
    const size = await putPart(...part);
    shelf.storage.putPart = putPart;
    await shelf.files.remove(admin, 'a1');
    await shelf.files.receive(admin, chunkOf('a1', other, 0));
    return size;
  };
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', bytes, 1, true)))).toBe('storage_file_not_found');
  expect((await shelf.files.get(admin, 'a1')).chunksHeld).toEqual([0]);
  const last = await shelf.files.receive(admin, chunkOf('a1', other, 1, true));
  expect(last.file.sha256).toBe(digest(other));
});

test('finishing an upload that was cancelled and begun anew leaves the new one alone', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 1000);
  const other = pdfOf(chunkBytes + 1000);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const { addChunk } = shelf.database.files;
  let removed: Promise<unknown> = Promise.resolve();
  let begun: Promise<unknown> = Promise.resolve();
  shelf.database.files.addChunk = async (id, index) => {
    const counted = await addChunk(id, index);
    shelf.database.files.addChunk = addChunk;
    // Both queue for the lock this chunk holds, and so come before its finish.
    removed = shelf.files.remove(admin, 'a1');
    await manyTurns();
    begun = shelf.files.receive(admin, chunkOf('a1', other, 0));
    await manyTurns();
    return counted;
  };
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', bytes, 1, true)))).toBe('storage_file_not_found');
  await Promise.all([removed, begun]);
  const last = await shelf.files.receive(admin, chunkOf('a1', other, 1, true));
  expect(last.file.sha256).toBe(digest(other));
});

test('a cut connection leaves nothing counted, and the upload goes on where it was', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes * 2 + 5);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const line = new PassThrough();
  const cut = shelf.files.receive(admin, { ...chunkOf('a1', bytes, 1, true), bytes: line });
  line.write(bytes.subarray(chunkBytes, chunkBytes + 100_000));
  line.destroy(new Error('connection reset'));
  await expect(cut).rejects.toThrow('connection reset');
  expect((await shelf.files.get(admin, 'a1')).chunksHeld).toEqual([0]);
  const short = { ...chunkOf('a1', bytes, 1, true), bytes: Readable.from([bytes.subarray(0, 1000)]) };
  expect(await refusal(shelf.files.receive(admin, short))).toBe('storage_invalid_content_range');
  const long = { ...chunkOf('a1', bytes, 2, true), bytes: Readable.from([Buffer.alloc(6)]) };
  expect(await refusal(shelf.files.receive(admin, long))).toBe('storage_invalid_content_range');
  expect((await shelf.files.get(admin, 'a1')).chunksHeld).toEqual([0]);
  await shelf.files.receive(otherAdmin, chunkOf('a1', bytes, 2, true));
  const last = await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true));
  expect(last.file).toMatchObject({ isFinished: true, sha256: digest(bytes), ownerId: 'admin' });
});

test('a single request that breaks off leaves neither record nor bytes, and its id is free again', async () => {
  await using shelf = await openShelf();
  const line = new PassThrough();
  const cut = shelf.files.receive(admin, { ...whole('a1', Buffer.alloc(0)), bytes: line });
  line.write(pdfOf(100_000));
  line.destroy(new Error('connection reset'));
  await expect(cut).rejects.toThrow('connection reset');
  expect(await refusal(shelf.files.get(admin, 'a1'))).toBe('storage_file_not_found');
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
  expect((await shelf.files.receive(admin, whole('a1', pdfOf(1000)))).file.isFinished).toBe(true);
});

test('what a killed process left of a single request counts for nothing, however the file is sent next', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  const left = { name: 'a.pdf', folder: '', sizeBytes: 0, chunksTotal: 1, ownerId: 'admin' };
  for (const id of ['by-chunk', 'whole']) await shelf.database.files.insertPending({ ...left, id });
  await shelf.files.receive(admin, chunkOf('by-chunk', bytes, 0));
  expect((await shelf.files.receive(admin, chunkOf('by-chunk', bytes, 1, true))).file.sha256).toBe(digest(bytes));
  expect((await shelf.files.receive(admin, whole('whole', bytes))).file.sha256).toBe(digest(bytes));
});

test('an upload in progress is seen by administrators and by nobody else', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  expect((await shelf.files.get(admin, 'a1')).isFinished).toBe(false);
  expect(await refusal(shelf.files.get(visitor, 'a1'))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.getReadable(admin, 'a1'))).toBe('storage_file_not_found');
  expect((await shelf.files.list(admin, emptyQuery, null)).files).toEqual([]);
});

test('a finished file is not begun anew, and whoever goes on with it is told that it is there', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true));
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', bytes, 0)))).toBe('storage_file_already_exists');
  expect(await refusal(shelf.files.receive(admin, whole('a1', bytes)))).toBe('storage_file_already_exists');
  const again = await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true));
  expect(again).toMatchObject({ isNew: false, file: { id: 'a1', isFinished: true } });
});

test('a pending upload is not gone on with as another file', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes * 2 + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const renamed = { ...chunkOf('a1', bytes, 0), name: 'other.pdf' };
  expect(await refusal(shelf.files.receive(admin, renamed))).toBe('storage_invalid_content_range');
  const longer = pdfOf(chunkBytes * 2 + 11);
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', longer, 0)))).toBe('storage_invalid_content_range');
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', longer, 2, true)))).toBe(
    'storage_invalid_content_range',
  );
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(100))))).toBe('storage_file_already_exists');
  expect((await shelf.files.receive(admin, chunkOf('a1', bytes, 0))).file.chunksHeld).toEqual([0]);
});

test('a chunk of an unknown file is not found', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  expect(await refusal(shelf.files.receive(admin, chunkOf('none', bytes, 1, true)))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.receive(admin, chunkOf('none', bytes, 1)))).toBe('storage_file_not_found');
});

test('ranges that are no chunks are refused, and release 12 may write the total as last byte', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  const send = (first: number, last: number, total: number, id = 'a1') =>
    refusal(shelf.files.receive(admin, { ...whole(id, bytes), range: { first, last, total } }));
  for (const [first, last, total] of [
    [1, chunkBytes, chunkBytes + 10],
    [0, 99, chunkBytes + 10],
    [0, chunkBytes, chunkBytes + 10],
    [0, chunkBytes + 9, chunkBytes + 10],
    [5, 4, 10],
    [0, 10, 9],
    [0, 0, 0],
  ] as const) {
    expect(await send(first, last, total)).toBe('storage_invalid_content_range');
  }
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const last = chunkOf('a1', bytes, 1, true);
  const answer = await shelf.files.receive(admin, {
    ...last,
    range: parseContentRange(`bytes ${chunkBytes}-${bytes.length}/${bytes.length}`),
  });
  expect(answer.file.sha256).toBe(digest(bytes));
});

test('what is empty, too large or of another kind is refused before anything is kept', async () => {
  await using shelf = await openShelf({ maxUploadBytes: 1_000_000 });
  expect(await refusal(shelf.files.receive(admin, whole('a1', Buffer.alloc(0))))).toBe('storage_file_empty');
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(1_000_001))))).toBe('storage_invalid_file_size');
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', pdfOf(chunkBytes * 2), 0)))).toBe(
    'storage_invalid_file_size',
  );
  expect(await refusal(shelf.files.receive(admin, whole('a1', Buffer.from('text'))))).toBe(
    'storage_file_type_unsupported',
  );
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(100), 'a.svg')))).toBe(
    'storage_file_type_unsupported',
  );
  expect(await refusal(shelf.files.get(admin, 'a1'))).toBe('storage_file_not_found');
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
  expect((await shelf.files.receive(admin, whole('a1', pdfOf(1_000_000)))).file.sizeBytes).toBe(1_000_000);
});

test('a refused body runs dry, so that the answer can be sent', async () => {
  await using shelf = await openShelf();
  const unread = Readable.from([Buffer.alloc(1000), Buffer.alloc(1000)]);
  const noChunk = { ...whole('a1', Buffer.alloc(0)), range: { first: 1, last: 2, total: 10 }, bytes: unread };
  expect(await refusal(shelf.files.receive(admin, noChunk))).toBe('storage_invalid_content_range');
  await once(unread, 'end');
  const looked = new PassThrough();
  const refused = refusal(shelf.files.receive(admin, { ...whole('a1', Buffer.alloc(0)), bytes: looked }));
  for (let count = 0; count < 100; count++) looked.write(Buffer.alloc(65_536));
  looked.end();
  expect(await refused).toBe('storage_file_type_unsupported');
  if (!looked.readableEnded) await once(looked, 'end');
  expect(looked.destroyed && !looked.readableEnded).toBe(false);
});

test('a process killed after the last chunk and before the end is healed by the next chunk, by whoever asks for the file, or by the sweep', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  for (const id of ['by-chunk', 'by-look', 'by-sweep', 'after-join']) {
    await shelf.files.receive(admin, chunkOf(id, bytes, 0));
    await shelf.storage.putPart(id, 1, Readable.from([bytes.subarray(chunkBytes)]));
    await shelf.database.files.addChunk(id, 1);
  }
  await shelf.storage.joinParts('after-join', 2);
  await using next = await shelf.reopen();
  expect((await next.files.receive(admin, chunkOf('by-chunk', bytes, 0))).file.sha256).toBe(digest(bytes));
  // A client that asks whether its file is there may go on to publish it.
  expect(await next.files.get(admin, 'by-look')).toMatchObject({ isFinished: true, sha256: digest(bytes) });
  expect(await next.files.sweep({ untouchedSince: 0 })).toEqual(nothingSwept);
  for (const id of ['by-chunk', 'by-look', 'by-sweep', 'after-join']) {
    expect((await next.files.get(visitor, id)).sha256).toBe(digest(bytes));
    expect(await next.bytesOf(id)).toBe(digest(bytes));
  }
});

test('a part that came whole but was not counted is not asked for twice', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  await shelf.storage.putPart('a1', 1, Readable.from([bytes.subarray(chunkBytes)]));
  await using next = await shelf.reopen();
  expect((await next.files.receive(admin, chunkOf('a1', bytes, 1, true))).file.sha256).toBe(digest(bytes));
});

test('an upload whose parts were lost is told so and can begin anew', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  await shelf.storage.removeParts('a1');
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', bytes, 1, true)))).toBe('storage_invalid_file');
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  expect((await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true))).file.sha256).toBe(digest(bytes));
});

test('the sweep drops uploads nobody went on with, moves bytes no record knows aside, and keeps the rest', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, chunkOf('old', pdfOf(chunkBytes + 10), 0));
  await shelf.files.receive(admin, whole('kept', pdfOf(1000)));
  await shelf.storage.putPart('stray', 0, Readable.from([Buffer.from('x')]));
  await shelf.storage.joinParts('stray', 1);
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual({ ...nothingSwept, strays: 2 });
  expect(await shelf.storage.find('stray')).toBeNull();
  const aside = path.join(shelf.folder, 'files-aside', new Date().toISOString().slice(0, 10));
  expect((await readdir(aside)).sort()).toEqual(['stray', 'stray~2']);
  expect(await readFile(path.join(aside, 'stray', 'bytes'), 'utf8')).toBe('x');
  expect(JSON.parse(await readFile(path.join(aside, 'stray', 'about.json'), 'utf8'))).toMatchObject({
    fileId: 'stray',
    sizeBytes: 1,
    mediaType: 'unknown',
  });
  expect(await readFile(path.join(aside, 'stray~2', 'parts', '0'), 'utf8')).toBe('x');
  const untouchedSince = await shelf.database.livedTime.add(1);
  expect(await shelf.files.sweep({ untouchedSince })).toEqual({ ...nothingSwept, uploads: 1 });
  expect(await refusal(shelf.files.get(admin, 'old'))).toBe('storage_file_not_found');
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
  expect((await shelf.files.get(visitor, 'kept')).isFinished).toBe(true);
});

test('bytes moved aside come back once there is a record of them, and only those very bytes', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(1000);
  await shelf.files.receive(admin, whole('a1', bytes));
  for (const content of [bytes, pdfOf(1000)]) {
    await shelf.storage.remove('a1');
    await shelf.storage.putPart('a1', 0, Readable.from([content]));
    await shelf.storage.joinParts('a1', 1);
    await shelf.storage.removeParts('a1');
    await shelf.storage.setAside('a1', 'bytes');
  }
  expect(await shelf.storage.find('a1')).toBeNull();
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual({ ...nothingSwept, returned: 1 });
  expect(await shelf.bytesOf('a1')).toBe(digest(bytes));
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual(nothingSwept);
});

test('bytes of a file that was removed go, also when the process was killed in between, but not other bytes of that id', async () => {
  await using shelf = await openShelf();
  const newer = pdfOf(2000);
  for (const id of ['killed', 'exchanged', 'begun']) {
    await shelf.files.receive(admin, whole(id, pdfOf(1000)));
    await shelf.database.files.remove(id);
  }
  // As after an old database was put back: it wants gone what has been something else since.
  await shelf.storage.putPart('exchanged', 0, Readable.from([newer]));
  await shelf.storage.joinParts('exchanged', 1);
  await shelf.storage.removeParts('exchanged');
  await shelf.files.receive(admin, whole('begun', newer));
  expect(await shelf.bytesOf('begun')).toBe(digest(newer));
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual({ ...nothingSwept, removed: 1 });
  expect([await shelf.storage.find('killed'), await shelf.storage.find('exchanged')]).toEqual([null, null]);
  const aside = [];
  for await (const fileId of shelf.storage.listAside()) aside.push(fileId);
  expect(aside).toEqual(['exchanged']);
  expect(await shelf.database.files.listRemoved(10)).toEqual([]);
});

test('what a kill left of the parts of a finished file goes with the file', async () => {
  await using shelf = await openShelf();
  for (const id of ['by-person', 'by-sweep']) {
    await shelf.files.receive(admin, whole(id, pdfOf(1000)));
    await shelf.storage.putPart(id, 0, Readable.from([Buffer.from('its only part')]));
  }
  await shelf.files.remove(admin, 'by-person');
  await shelf.database.files.remove('by-sweep');
  await shelf.storage.remove('by-sweep');
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual({ ...nothingSwept, removed: 1 });
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
});

test('a new file never overwrites bytes that no record knows', async () => {
  await using shelf = await openShelf();
  const stray = pdfOf(500);
  for (const id of ['whole', 'chunked']) {
    await shelf.storage.putPart(id, 0, Readable.from([stray]));
    await shelf.storage.joinParts(id, 1);
  }
  await shelf.files.receive(admin, whole('whole', pdfOf(1000)));
  await shelf.files.receive(admin, chunkOf('chunked', pdfOf(chunkBytes + 10), 0));
  const aside = path.join(shelf.folder, 'files-aside', new Date().toISOString().slice(0, 10));
  for (const id of ['whole', 'chunked'])
    expect(digest(await readFile(path.join(aside, id, 'bytes')))).toBe(digest(stray));
});

test('a file that was replaced is for administrators only until a material uses it again', async () => {
  await using shelf = await openShelf();
  for (const id of ['old', 'new']) await shelf.files.receive(admin, whole(id, pdfOf(1000)));
  await shelf.publish('m1', 'old');
  expect((await shelf.files.getReadable(visitor, 'old')).id).toBe('old');
  const useInstead = async (fileId: string) => {
    const material = await shelf.database.materials.update('m1', { fileId });
    if (material) shelf.changes.tell({ subject: 'material', action: 'update', material });
  };
  await useInstead('new');
  for (const read of [shelf.files.getReadable, shelf.files.get])
    expect(await refusal(read(visitor, 'old'))).toBe('storage_file_not_found');
  expect((await shelf.files.getReadable(admin, 'old')).id).toBe('old');
  await useInstead('old');
  expect((await shelf.files.getReadable(visitor, 'old')).id).toBe('old');
  await useInstead('new');
  await shelf.files.remove(admin, 'old');
  expect(await shelf.storage.find('old')).toBeNull();
});

test('removing takes record and bytes, cancels what is pending, and is refused while a material uses the file', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, whole('used', pdfOf(1000)));
  await shelf.files.receive(admin, whole('free', pdfOf(1000)));
  await shelf.files.receive(admin, chunkOf('half', pdfOf(chunkBytes + 10), 0));
  await shelf.publish('m1', 'used');
  expect(await refusal(shelf.files.remove(admin, 'used'))).toBe('general_resource_locked');
  await shelf.files.remove(admin, 'free');
  await shelf.files.remove(admin, 'half');
  expect(await refusal(shelf.files.remove(admin, 'free'))).toBe('storage_file_not_found');
  expect(await shelf.storage.find('free')).toBeNull();
  expect(await refusal(shelf.files.get(admin, 'half'))).toBe('storage_file_not_found');
  expect(shelf.told.at(-1)).toMatchObject({
    subject: 'file',
    action: 'delete',
    file: { id: 'free', isFinished: true },
  });
});

test('a file that only trash uses stops being read at once and comes back with its material', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, whole('a1', pdfOf(1000)));
  await shelf.publish('m1', 'a1');
  expect((await shelf.files.getReadable(visitor, 'a1')).id).toBe('a1');
  const withdrawn = await shelf.database.materials.withdraw('m1');
  if (withdrawn) shelf.changes.tell({ subject: 'material', action: 'delete', material: withdrawn });
  expect(await refusal(shelf.files.getReadable(visitor, 'a1'))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.get(admin, 'a1'))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(1000))))).toBe('storage_file_already_exists');
  const restored = await shelf.database.materials.restore('m1');
  if (restored) shelf.changes.tell({ subject: 'material', action: 'update', material: restored });
  expect((await shelf.files.getReadable(visitor, 'a1')).id).toBe('a1');
});

test('a file is renamed to a clean name', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, whole('a1', pdfOf(1000)));
  expect((await shelf.files.update(admin, 'a1', { name: ' folder/new.pdf ' })).name).toBe('new.pdf');
  expect((await shelf.files.get(visitor, 'a1')).name).toBe('new.pdf');
  expect(await refusal(shelf.files.update(admin, 'a1', { name: '..' }))).toBe('general_argument_invalid');
  expect(await refusal(shelf.files.update(admin, 'none', { name: 'a.pdf' }))).toBe('storage_file_not_found');
});

test('the uploader is told of a locked or damaged PDF, and a look that fails does not fail the upload', async () => {
  const inspections: Record<string, () => Promise<PdfInspection>> = {
    fine: async () => ({ state: 'fine', pageCount: 7 }),
    locked: async () => ({ state: 'locked' }),
    damaged: async () => ({ state: 'damaged' }),
    slow: async () => ({ state: 'slow' }),
    bomb: async () => ({ state: 'too-large', pixels: null }),
    broken: () => Promise.reject(new Error('no such process')),
  };
  await using shelf = await openShelf({ inspect: (fileId) => (inspections[fileId] ?? Promise.reject)() });
  const send = async (id: string) => (await shelf.files.receive(admin, whole(id, pdfOf(1000)))).file;
  expect(await send('fine')).toMatchObject({ pageCount: 7, warning: null });
  expect((await send('locked')).warning).toBe('This PDF needs a password to open.');
  expect((await send('damaged')).warning).toBe('This PDF looks damaged. Readers may see “Failed to load PDF file.”');
  expect((await send('slow')).warning).toBe('This PDF takes very long to open. Readers may not see it.');
  expect(await refusal(send('bomb'))).toBe('storage_invalid_file_size');
  expect([await shelf.database.files.find('bomb'), await shelf.storage.find('bomb')]).toEqual([null, null]);
  expect(await send('broken')).toMatchObject({ isFinished: true, pageCount: null, warning: null });
});

test('real PDFs are looked at by the real process: pages counted, locked and broken ones told', async () => {
  await using shelf = await openShelf({ inspect: 'real' });
  const send = async (id: string, bytes: Buffer) => (await shelf.files.receive(admin, whole(id, bytes))).file;
  expect(await send('fine', makePdf([['one'], ['two'], ['three']]))).toMatchObject({ pageCount: 3, warning: null });
  expect((await send('locked', await readFile('test/fixtures/locked.pdf'))).warning).toContain('password');
  expect((await send('damaged', Buffer.from('%PDF-1.7\nrubbish'))).warning).toContain('damaged');
});

test('a large upload does not grow with the file in memory', async () => {
  await using shelf = await openShelf();
  const piece = randomBytes(1024 * 1024);
  const count = 160;
  const endless = Readable.from(
    (function* () {
      yield Buffer.concat([Buffer.from('%PDF-1.7\n'), piece]);
      for (let index = 1; index < count; index++) yield piece;
    })(),
  );
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const { file } = await shelf.files.receive(admin, { ...whole('big', Buffer.alloc(0)), bytes: endless });
  clearInterval(watch);
  expect(file.sizeBytes).toBe(count * piece.length + 9);
  expect((most - before) / 1024 / 1024).toBeLessThan(64);
});

type Options = {
  maxUploadBytes?: number;
  inspect?: 'real' | ((fileId: string) => Promise<PdfInspection>);
  folder?: string;
};

/** A file service on real engines in a folder of its own. */
async function openShelf(options: Options = {}) {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'examshelf-files-')));
  const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
  const database = await openSqlite({ dataDir: folder, publicUrl: 'http://127.0.0.1:3000', ids });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const changes = createChanges((error) => {
    throw error;
  });
  const told: Change[] = [];
  changes.listen((change) => told.push(change));
  const pictures = createPictureService({ storage, directory: path.join(folder, 'pictures'), log });
  const look = options.inspect ?? (async () => ({ state: 'unknown' }) as const);
  const inspect = look === 'real' ? pictures.inspect : look;
  const maxUploadBytes = options.maxUploadBytes ?? 200 * 1024 * 1024;
  const trail = createTrail({ database, log, now: Date.now });
  const room = { hold: async () => () => undefined };
  const files = createFileService({ database, storage, inspect, changes, trail, maxUploadBytes, room, log });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await pictures.close();
    await storage.close();
    await database.close();
  };
  return {
    folder,
    files,
    storage,
    database,
    changes,
    told,
    async bytesOf(id: string) {
      const stream = await storage.read(id);
      return stream ? digest(await buffer(stream)) : null;
    },
    publish: (id: string, fileId: string) =>
      database.materials.insert({
        id,
        kind: 'note',
        title: 'A note',
        subject: 'Any',
        facultyId: 'csit',
        semesterId: '1',
        year: null,
        fileId,
        coverFileId: null,
        isSample: false,
      }),
    /** The process ends here; the next one finds what is on the disk. */
    async reopen() {
      await close();
      return openShelf({ ...options, folder });
    },
    async [Symbol.asyncDispose]() {
      await close();
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Until whatever needs neither disk nor network has come as far as it can. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Until so many parts of a file are on the disk, whole or half-written. */
async function untilPartsBegin(folder: string, fileId: string, count: number): Promise<void> {
  const parts = path.join(folder, 'files', 'parts', fileId);
  await expect.poll(async () => (await readdir(parts)).length).toBe(count);
}

const forEverybody = { folder: '', permissions: publicPermissions };

function whole(fileId: string, bytes: Buffer, name = 'a.pdf'): IncomingChunk {
  return {
    fileId,
    isContinuation: false,
    name,
    range: null,
    bytes: Readable.from(bytes.length ? [bytes] : []),
    attributes: async () => forEverybody,
  };
}

function chunkOf(fileId: string, bytes: Buffer, index: number, isContinuation = false): IncomingChunk {
  const first = index * chunkBytes;
  const last = Math.min(first + chunkBytes, bytes.length) - 1;
  const range = { first, last, total: bytes.length };
  return {
    fileId,
    isContinuation,
    name: 'a.pdf',
    range,
    bytes: Readable.from([bytes.subarray(first, last + 1)]),
    attributes: async () => forEverybody,
  };
}

function pdfOf(sizeBytes: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(sizeBytes - 9)]);
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('nothing was refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error.type;
  throw error;
}
