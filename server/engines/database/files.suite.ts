import { expect, test } from 'vitest';
import { photographFileId } from '#contract/photographs.ts';
import { emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import { addFile, newMaterial, type OpenEmpty } from './database.suite.ts';
import { beforeAllFiles, recordsAtOnce } from '#server/engines/database/records/files/file-batches.ts';

const pending = { id: 'f1', name: 'Paper.pdf', folder: '', sizeBytes: 12_000_000, chunksTotal: 3, ownerId: 'u1' };

/** Contract suite of every adapter for the records of files. */
export function describeFiles(openEmpty: OpenEmpty): void {
  describePendingFiles(openEmpty);
  describeTurnedPages(openEmpty);
  describeFinishedFiles(openEmpty);
  describeUsedIds(openEmpty);
  describeBatches(openEmpty);
  describePhotographs(openEmpty);
}

function describePhotographs(openEmpty: OpenEmpty): void {
  const link = (photographId: string) => ({ photographId, turn: 90 as const, keepsWhole: false });

  test('keeps photographs when a pending PDF is dropped, and removes them with the last finished PDF', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    for (const id of ['one', 'two']) await addFile(opened.database, id, { mimeType: 'image/jpeg' });
    await files.insertPending(pending);
    await files.linkPhotographs('f1', [link('one'), link('two'), link('one')]);
    expect((await files.listPhotographs('f1')).map(({ photographId }) => photographId)).toEqual(['one', 'two', 'one']);
    await expect(files.remove('one')).rejects.toThrow(/FOREIGN KEY/i);
    expect(await files.remove('f1')).toEqual([]);
    expect(await files.isPhotograph('one')).toBe(false);

    for (const id of ['first', 'second']) await addFile(opened.database, id);
    await files.linkPhotographs('first', [link('one'), link('two')]);
    await files.linkPhotographs('second', [link('two')]);
    expect((await files.listUnused({ limit: 9, offset: 0 })).files.map(({ id }) => id)).toEqual(['second', 'first']);
    expect((await files.remove('first')).map(({ id }) => id)).toEqual(['one']);
    expect((await files.remove('second')).map(({ id }) => id)).toEqual(['two']);
    expect((await files.listRemoved(9)).map(({ id }) => id)).toEqual(['first', 'one', 'second', 'two']);
  });
}

function describePendingFiles(openEmpty: OpenEmpty): void {
  test('lists each chunk of a pending file once', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    expect(await files.hasAny()).toBe(false);
    expect(await files.insertPending(pending)).toMatchObject({
      ...pending,
      isFinished: false,
      chunksHeld: [],
      mimeType: '',
      sha256: '',
    });
    expect(await files.hasAny()).toBe(true);
    await expect(files.insertPending(pending)).rejects.toMatchObject({ type: 'storage_file_already_exists' });
    await Promise.all([2, 0, 2, 0].map((index) => files.addChunk('f1', index)));
    expect(await files.find('f1')).toMatchObject({ chunksHeld: [0, 2] });
    expect(await files.addChunk('missing', 0)).toBeNull();
  });

  test('finishes a file exactly once when called concurrently', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    await files.insertPending(pending);
    for (const index of [0, 1, 2]) await files.addChunk('f1', index);
    const facts = { mimeType: 'application/pdf', sizeBytes: 12_000_000, sha256: 'ab', pageCount: 7, warning: 'locked' };
    const answers = await Promise.all([
      files.finish('f1', facts),
      files.finish('f1', facts),
      files.finish('f1', facts),
    ]);
    expect(answers.filter((answer) => answer !== null)).toEqual([
      expect.objectContaining({ ...facts, isFinished: true, chunksHeld: [] }),
    ]);
    expect(await files.addChunk('f1', 1)).toMatchObject({ isFinished: true, chunksHeld: [] });
  });
}

function describeTurnedPages(openEmpty: OpenEmpty): void {
  test('applies the rotation of pages to all files with the same bytes, including files that are uploaded later', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    for (const id of ['f2', 'f3']) await addFile(opened.database, id, { sha256: 'ab' });
    await addFile(opened.database, 'f4', { sha256: 'cd' });
    const found = { first: 2, last: 3, degrees: 180, isByHand: false } as const;
    expect(await files.turnPages('ab', [found])).toEqual([found]);
    expect(await files.turnPages('none', [found])).toEqual([]);
    const byHand = { first: 3, last: 3, degrees: 0, isByHand: true } as const;
    const turns = [{ ...found, last: 2 }, byHand];
    expect(await files.turnPages('ab', [byHand])).toEqual(turns);
    expect(await files.turnPages('ab', [found])).toEqual(turns);
    await addFile(opened.database, 'f5', { sha256: 'ab' });
    const all = ['f2', 'f3', 'f4', 'f5'].map(async (id) => (await files.find(id))?.pageTurns);
    expect(await Promise.all(all)).toEqual([turns, turns, [], turns]);
    expect((await files.listByDigest('ab')).map(({ pageTurns }) => pageTurns)).toEqual([turns, turns, turns]);
  });
}

function describeFinishedFiles(openEmpty: OpenEmpty): void {
  test('lists only finished files, filtered, searched and paged', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await database.files.insertPending(pending);
    await addFile(database, 'f2', { name: 'Übung 100%.pdf', sizeBytes: 5 });
    await addFile(database, 'f3', { name: 'notes.html', mimeType: 'text/html', sizeBytes: 10 });
    await addFile(database, 'f4', { name: 'cover.png', mimeType: 'image/png', sizeBytes: 15 });
    const list = async (query: Partial<ListQuery>, search: string | null = null) => {
      const { total, files } = await database.files.list({ ...emptyQuery, ...query }, search);
      return [total, ...files.map(({ id }) => id)];
    };
    expect(await list({})).toEqual([3, 'f2', 'f3', 'f4']);
    expect(await list({}, 'übung')).toEqual([1, 'f2']);
    expect(await list({}, '0%')).toEqual([1, 'f2']);
    expect(await list({}, 'F3')).toEqual([1, 'f3']);
    expect(await list({ filters: [equal('mimeType', 'text/html', 'image/png')] })).toEqual([2, 'f3', 'f4']);
    expect(
      await list({ filters: [{ method: 'lessThan', attribute: 'sizeOriginal', values: [15] }], limit: 1 }),
    ).toEqual([2, 'f2']);
    expect(await list({ filters: [{ method: 'contains', attribute: 'name', values: ['ÜBUNG'] }] })).toEqual([1, 'f2']);
    expect(await list({ cursor: { direction: 'after', id: 'f2' }, limit: 1 })).toEqual([3, 'f3']);
    expect(await list({ cursor: { direction: 'before', id: 'f4' }, limit: 1 })).toEqual([3, 'f3']);
    expect(await list({ orders: [{ attribute: 'sizeOriginal', direction: 'desc' }], offset: 1 })).toEqual([
      3,
      'f3',
      'f2',
    ]);
    await expect(list({ cursor: { direction: 'after', id: 'f1' } })).rejects.toMatchObject({
      type: 'general_cursor_not_found',
    });
  });

  test('updates the time of the last change of a renamed file, and finds the file by its new name', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'f1');
    const before = await database.files.find('f1');
    const after = await database.files.update('f1', { name: 'Renamed.pdf' });
    expect(after).toEqual({ ...before, name: 'Renamed.pdf', updatedAt: after?.updatedAt });
    expect(after?.updatedAt).not.toBe(before?.updatedAt);
    expect((await database.files.list(emptyQuery, 'renamed')).total).toBe(1);
    expect(await database.files.update('missing', { name: 'x' })).toBeNull();
  });

  test('lists pending files that were not touched since a time, and removes them with their chunks', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await database.files.insertPending(pending);
    await database.files.insertPending({ ...pending, id: 'f2' });
    await addFile(database, 'f3');
    const lived = await database.livedTime.add(5000);
    await database.files.addChunk('f2', 1);
    expect((await database.files.listPending(10)).map(({ id }) => id).sort()).toEqual(['f1', 'f2']);
    expect((await database.files.listPending(10, lived)).map(({ id }) => id)).toEqual(['f1']);
    await database.files.remove('f2');
    await database.files.remove('f2');
    expect(await database.files.insertPending({ ...pending, id: 'f2' })).toMatchObject({ chunksHeld: [] });
    expect(await database.files.find('f2')).toMatchObject({ chunksHeld: [] });
    expect(await database.files.listRemoved(10)).toEqual([]);
  });

  test('notes the removal of a finished file until its bytes are gone', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'f1');
    const file = await database.files.find('f1');
    await database.files.remove('f1');
    const noted = { id: 'f1', sha256: file?.sha256, sizeBytes: file?.sizeBytes };
    expect(await database.files.listRemoved(10)).toEqual([noted]);
    expect(await database.files.findRemoved('f1')).toEqual(noted);
    await database.files.forgetRemoved('f1');
    expect(await database.files.listRemoved(10)).toEqual([]);
  });

  test('releases a file when its last material changes to another file, until a material uses it again', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    for (const id of ['old', 'new']) await addFile(database, id);
    await database.materials.insert(newMaterial('a1', { fileId: 'old' }));
    await database.materials.insert(newMaterial('a2', { fileId: 'old' }));
    const isReleased = async (id: string) => (await database.files.find(id))?.isReleased;
    await database.materials.update('a1', { fileId: 'new' });
    expect([await isReleased('old'), await isReleased('new')]).toEqual([false, false]);
    await database.materials.update('a2', { fileId: 'new' });
    expect([await isReleased('old'), await isReleased('new')]).toEqual([true, false]);
    await database.materials.update('a2', { fileId: 'old' });
    expect([await isReleased('old'), await isReleased('new')]).toEqual([false, false]);
  });
}

function describeUsedIds(openEmpty: OpenEmpty): void {
  test('reserves the id of a deleted file, and frees that of an unfinished upload', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    await addFile(opened.database, 'deleted');
    await files.insertPending(pending);
    for (const id of ['deleted', pending.id]) await files.remove(id);
    await files.forgetRemoved('deleted');
    const again = files.insertPending({ ...pending, id: 'deleted' });
    await expect(again).rejects.toMatchObject({ type: 'storage_file_already_exists' });
    expect(await files.find('deleted')).toBeNull();
    expect(await files.insertPending(pending)).toMatchObject({ id: pending.id, isFinished: false });
  });

  test('accepts a deleted photograph again only with the same bytes, because its id is derived from them', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    const sha256 = 'a'.repeat(64);
    const id = photographFileId(sha256);
    await addFile(opened.database, id, { sha256 });
    await files.remove(id);
    await expect(addFile(opened.database, id, { sha256: 'b'.repeat(64) })).rejects.toMatchObject({
      type: 'storage_file_already_exists',
    });
    expect(await files.find(id)).toMatchObject({ isFinished: false });
    await files.remove(id);
    await addFile(opened.database, id, { sha256 });
    expect(await files.find(id)).toMatchObject({ isFinished: true, sha256 });
  });
}

function describeBatches(openEmpty: OpenEmpty): void {
  test('lists the notes about removed files page by page', async () => {
    await using opened = await openEmpty();
    const { files } = opened.database;
    for (const id of ['f1', 'f3', 'f2']) await addFile(opened.database, id);
    for (const id of ['f1', 'f3', 'f2']) await files.remove(id);
    const ids = async (after?: string) => (await files.listRemoved(2, after)).map(({ id }) => id);
    expect([await ids(), await ids('f2'), await ids('f3')]).toEqual([['f1', 'f2'], ['f3'], []]);
  });

  test('returns in one call, for a thousand ids, which have a record and which are finished', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await database.files.insertPending(pending);
    await addFile(database, 'f2');
    const others = Array.from({ length: recordsAtOnce - 2 }, (_, index) => `missing-${index}`);
    expect(await database.files.findStates(['f1', ...others, 'f2'])).toEqual(
      new Map([
        ['f1', 'pending'],
        ['f2', 'finished'],
      ]),
    );
    expect(await database.files.findStates([])).toEqual(new Map());
  });

  test('lists finished files by digest, each once, even if several at the end of a page have the same digest', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await database.files.insertPending(pending);
    const digests = { f2: 'b', f3: 'a', f4: 'b', f5: 'b', f6: 'c' };
    for (const [id, sha256] of Object.entries(digests)) await addFile(database, id, { sha256 });
    const listed: string[] = [];
    for (let place = beforeAllFiles; ;) {
      const page = await database.files.listFinished(place, 2);
      listed.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      place = last;
    }
    expect(listed).toEqual(['f3', 'f2', 'f4', 'f5', 'f6']);
    const found = await database.files.find('f3');
    expect(await database.files.listFinished(beforeAllFiles, 1)).toEqual([
      {
        id: 'f3',
        sequence: found?.sequence,
        sha256: 'a',
        mimeType: found?.mimeType,
        sizeBytes: found?.sizeBytes,
        pageCount: found?.pageCount,
      },
    ]);
  });
}
