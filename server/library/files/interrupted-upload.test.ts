import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { visitor } from '#domain/account.ts';
import {
  admin,
  chunkOf,
  digest,
  manyTurns,
  nothingSwept,
  openShelf,
  otherAdmin,
  pdfOf,
  refusal,
  untilPartsBegin,
  whole,
} from '#test/support/file-shelf.ts';
import { casesOf } from '#test/support/sweeps.ts';

test('returns the file for a chunk that is still arriving when another tab sends it too and finishes the file', async () => {
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
  expect(shelf.announced).toHaveLength(1);
});

test('does not count a chunk that is arriving when its upload is cancelled, nor for the next upload with that id', async () => {
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

test('does not count a chunk for a restarted upload if it was stored just before the first upload was cancelled', async () => {
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

test('does not touch a restarted upload when the cancelled one is finished', async () => {
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
    // Both queue for the lock that this chunk holds, and so run before its upload is finished.
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

test('does not count a chunk whose connection was cut, and resumes the upload where it stopped', async () => {
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

test('continues an upload without received bytes under another name, for example from a copy of the file', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 1000);
  const copy = (index: number) => ({ ...chunkOf('a1', bytes, index), name: 'copy (1).pdf' });
  const line = new PassThrough();
  const slow = shelf.files.receive(admin, { ...chunkOf('a1', bytes, 0), bytes: line });
  line.write(bytes.subarray(0, 100_000));
  await untilPartsBegin(shelf.folder, 'a1', 1);
  await shelf.files.receive(otherAdmin, copy(0));
  line.destroy(new Error('connection reset'));
  await expect(slow).rejects.toThrow('connection reset');
  const { file } = await shelf.files.receive(otherAdmin, { ...copy(1), isContinuation: true });
  expect(file).toMatchObject({ isFinished: true, sha256: digest(bytes) });
});

test('leaves neither record nor bytes of an interrupted single request, and frees its id', async () => {
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

const moments = casesOf('faults', ['in its bytes', 'after its bytes'], (moment) => moment === 'in its bytes');

test.each(moments)(
  'a single request whose connection died silently %s is replaced when the same file is sent again',
  async (moment) => {
    await using shelf = await openShelf();
    const bytes = pdfOf(200_000);
    const line = new PassThrough();
    const rest = Promise.withResolvers<never>();
    const dead = refusal(
      shelf.files.receive(admin, { ...whole('a1', bytes), bytes: line, attributes: () => rest.promise }),
    );
    if (moment === 'in its bytes') line.write(bytes.subarray(0, 100_000));
    else line.end(bytes);
    await untilPartsBegin(shelf.folder, 'a1', 1);
    expect((await shelf.files.receive(admin, whole('a1', bytes))).file.sha256).toBe(digest(bytes));
    line.destroy();
    expect(await dead).toBe('general_service_unavailable');
    expect(await shelf.bytesOf('a1')).toBe(digest(bytes));
  },
);

test('does not cut off a slow but alive single request when the same file is sent again', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(200_000);
  const line = new PassThrough();
  const slow = shelf.files.receive(admin, { ...whole('a1', bytes), bytes: line });
  line.write(bytes.subarray(0, 100_000));
  await untilPartsBegin(shelf.folder, 'a1', 1);
  const second = shelf.files.receive(admin, whole('a1', bytes));
  await manyTurns();
  line.end(bytes.subarray(100_000));
  expect((await slow).file.sha256).toBe(digest(bytes));
  expect(await refusal(second)).toBe('storage_file_already_exists');
});

test('discards the part of a single request that a killed process left, in whatever way the file is sent next', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  const left = { name: 'a.pdf', folder: '', sizeBytes: 0, chunksTotal: 1, ownerId: 'admin' };
  for (const id of ['by-chunk', 'whole']) await shelf.database.files.insertPending({ ...left, id });
  await shelf.files.receive(admin, chunkOf('by-chunk', bytes, 0));
  expect((await shelf.files.receive(admin, chunkOf('by-chunk', bytes, 1, true))).file.sha256).toBe(digest(bytes));
  expect((await shelf.files.receive(admin, whole('whole', bytes))).file.sha256).toBe(digest(bytes));
});

test('removes bytes that a killed process had joined when the upload is cancelled, or sent again and cut off', async () => {
  await using shelf = await openShelf();
  const left = { name: 'a.pdf', folder: '', sizeBytes: 0, chunksTotal: 1, ownerId: 'admin' };
  for (const id of ['cancelled', 'cut']) {
    await shelf.database.files.insertPending({ ...left, id });
    await shelf.storage.putPart(id, 0, Readable.from([pdfOf(1000)]));
    await shelf.storage.joinParts(id, 1);
  }
  await shelf.files.remove(admin, 'cancelled');
  const attributes = () => Promise.reject(new Error('connection reset'));
  const cut = shelf.files.receive(admin, { ...whole('cut', pdfOf(1000)), attributes });
  await expect(cut).rejects.toThrow('connection reset');
  for (const id of ['cancelled', 'cut']) expect([id, await shelf.bytesOf(id)]).toEqual([id, null]);
});

test('finishes an upload whose process was killed after the last chunk, at the next chunk, request or sweep', async () => {
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
  // A client that requests its file and finds it may then publish it.
  expect(await next.files.get(admin, 'by-look')).toMatchObject({ isFinished: true, sha256: digest(bytes) });
  expect(await next.files.sweep({ untouchedSince: 0 })).toEqual(nothingSwept);
  for (const id of ['by-chunk', 'by-look', 'by-sweep', 'after-join']) {
    expect((await next.files.get(visitor, id)).sha256).toBe(digest(bytes));
    expect(await next.bytesOf(id)).toBe(digest(bytes));
  }
});

test('does not request a part again that was stored but not counted', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  await shelf.storage.putPart('a1', 1, Readable.from([bytes.subarray(chunkBytes)]));
  await using next = await shelf.reopen();
  expect((await next.files.receive(admin, chunkOf('a1', bytes, 1, true))).file.sha256).toBe(digest(bytes));
});

test('fails an upload whose parts were lost, reports that as the reason, and allows starting it again', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  await shelf.storage.removeParts('a1');
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', bytes, 1, true)))).toBe('storage_invalid_file');
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  expect((await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true))).file.sha256).toBe(digest(bytes));
});
