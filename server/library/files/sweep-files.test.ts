import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { visitor } from '#domain/account.ts';
import { photographFileId } from '#contract/photographs.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { admin, chunkOf, digest, nothingSwept, openShelf, pdfOf, refusal, whole } from '#test/support/file-shelf.ts';

test('removes abandoned uploads, moves bytes without a record aside, and does not touch the rest', async () => {
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

test('moves bytes back that were moved aside, once there is a record of exactly those bytes', async () => {
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

test('removes the bytes of a removed file, even after a killed process, but not other bytes with that id', async () => {
  await using shelf = await openShelf();
  const newer = pdfOf(2000);
  // The only ids that come back after a deletion follow from the bytes, or belong to a staged row.
  const again = photographFileId(digest(newer));
  for (const id of ['killed', 'exchanged', again]) {
    await shelf.files.receive(admin, whole(id, id === again ? newer : pdfOf(1000)));
    await shelf.database.files.remove(id);
  }
  // As after an old database was restored: its note is about earlier bytes of that id.
  await shelf.storage.putPart('exchanged', 0, Readable.from([newer]));
  await shelf.storage.joinParts('exchanged', 1);
  await shelf.storage.removeParts('exchanged');
  await shelf.files.receive(admin, whole(again, newer));
  expect(await shelf.bytesOf(again)).toBe(digest(newer));
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual({ ...nothingSwept, removed: 1 });
  expect([await shelf.storage.find('killed'), await shelf.storage.find('exchanged')]).toEqual([null, null]);
  const aside = [];
  for await (const fileId of shelf.storage.listAside()) aside.push(fileId);
  expect(aside).toEqual(['exchanged']);
  expect(await shelf.database.files.listRemoved(10)).toEqual([]);
});

test('removes parts of a finished file that a killed process left, together with the file', async () => {
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

test("removes bytes of other removed files even if those of a thousand can't be removed", async () => {
  await using shelf = await openShelf();
  await shelf.storage.putPart('z', 0, Readable.from([Buffer.from('x')]));
  await shelf.storage.joinParts('z', 1);
  const { find } = shelf.storage;
  shelf.storage.find = async (fileId) => {
    if (fileId !== 'z') throw new Error('this part of the store is away');
    return find(fileId);
  };
  using records = new DatabaseSync(path.join(shelf.folder, sqliteFileName));
  const note = records.prepare('insert into removed_files (id, sha256, size_bytes) values (?, ?, 1)');
  records.exec('begin');
  for (let number = 1; number <= 1000; number += 1) note.run(`a${number}`, 'digest');
  note.run('z', digest(Buffer.from('x')));
  records.exec('commit');
  expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual({ ...nothingSwept, removed: 1 });
  expect((await shelf.database.files.listRemoved(2000)).map(({ id }) => id)).not.toContain('z');
});

test('a new file never overwrites bytes that have no record', async () => {
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
