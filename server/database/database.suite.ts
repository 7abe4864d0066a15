import { expect, test } from 'vitest';
import { emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { Database, NewMaterial } from './database.ts';

/** An empty database on a real engine, with a clock the test moves. The public address is `https://library.test`. */
type Opened = AsyncDisposable & { database: Database; clock: { now: number } };
export type OpenEmpty = () => Promise<Opened>;

/** Stores the record of a finished file. */
export async function addFile(
  database: Database,
  id: string,
  facts: { mimeType?: string; sizeBytes?: number; sha256?: string; name?: string } = {},
) {
  const { mimeType = 'application/pdf', sizeBytes = 1000, sha256 = '', name = `${id}.pdf` } = facts;
  await database.files.insertPending({ id, name, folder: '', sizeBytes, chunksTotal: 1, ownerId: 'admin' });
  await database.files.finish(id, { mimeType, sizeBytes, sha256, pageCount: 3, warning: null });
}

/** A paper on C Programming, but for what is said otherwise. */
export function newMaterial(id: string, facts: Partial<NewMaterial> = {}): NewMaterial {
  return {
    id,
    kind: 'paper',
    title: `Title of ${id}`,
    subject: 'C Programming',
    facultyId: 'csit',
    semesterId: '1',
    year: 2024,
    fileId: 'file',
    coverFileId: null,
    isSample: false,
    ...facts,
  };
}

/** The ids a list answers with. */
export async function listIds(
  database: Database,
  kind: MaterialKind,
  query: Partial<ListQuery> = {},
): Promise<string[]> {
  const { materials } = await database.materials.list(kind, { ...emptyQuery, ...query });
  return materials.map(({ id }) => id);
}

/** What every adapter of the database port must pass, on its real engine: materials and the transaction. */
export function describeDatabase(openEmpty: OpenEmpty): void {
  test('a material comes back as it went in, with the facts of its file', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    await addFile(database, 'file', { mimeType: 'text/html', sizeBytes: 4321 });
    await addFile(database, 'cover', { mimeType: 'image/png' });
    const made = await database.materials.insert(
      newMaterial('a1', { kind: 'book', year: null, coverFileId: 'cover', isSample: true }),
    );
    expect(made).toEqual({
      ...newMaterial('a1', { kind: 'book', year: null, coverFileId: 'cover', isSample: true }),
      fileType: 'text/html',
      pageCount: 3,
      fileSize: 4321,
      sequence: 1,
      createdAt: new Date(clock.now).toISOString().replace('Z', '+00:00'),
      updatedAt: new Date(clock.now).toISOString().replace('Z', '+00:00'),
      permissions: ['read("any")'],
      deletedAt: null,
    });
    expect(await database.materials.find('a1')).toEqual(made);
    expect(await database.materials.find('A1')).toBeNull();
  });

  test('every kind can be stored', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    for (const kind of materialKinds) {
      const made = await database.materials.insert(newMaterial(kind, { kind }));
      expect(made).toMatchObject({ id: kind, kind });
    }
  });

  test('an id is taken for all kinds, and stays taken in the trash', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.withdraw('a1');
    const again = database.materials.insert(newMaterial('a1', { kind: 'note' }));
    await expect(again).rejects.toMatchObject({ type: 'document_already_exists' });
  });

  test('the moment of change moves on every write, even within a millisecond, that of creation never', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    await addFile(database, 'file');
    const made = await database.materials.insert(newMaterial('a1'));
    const moments = [made.updatedAt];
    for (const write of [
      () => database.materials.update('a1', { title: 'New' }),
      () => database.materials.update('a1', {}),
      () => database.materials.withdraw('a1'),
      () => database.materials.restore('a1'),
    ]) {
      const after = await write();
      expect(after?.createdAt).toBe(made.createdAt);
      expect(after?.sequence).toBe(made.sequence);
      moments.push(after?.updatedAt ?? '');
    }
    clock.now -= 60_000;
    moments.push((await database.materials.update('a1', { year: 2020 }))?.updatedAt ?? '');
    expect(moments).toEqual([...new Set(moments)].sort());
  });

  test('a sequence is never used again', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.remove('a1');
    expect(await database.materials.insert(newMaterial('a2'))).toMatchObject({ sequence: 2 });
  });

  test('an update changes what is given and nothing else', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await addFile(database, 'other', { sizeBytes: 7 });
    const made = await database.materials.insert(newMaterial('a1', { kind: 'note' }));
    const after = await database.materials.update('a1', { title: 'Neu', year: null, fileId: 'other' });
    expect(after).toEqual({
      ...made,
      title: 'Neu',
      year: null,
      fileId: 'other',
      fileSize: 7,
      updatedAt: after?.updatedAt,
    });
    expect(await database.materials.find('a1')).toEqual(after);
    expect(await database.materials.update('missing', { title: 'Neu' })).toBeNull();
  });

  test('a write bound to a moment leaves alone what has changed since, however many write at once', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const made = await database.materials.insert(newMaterial('a1'));
    const readAt = Date.parse(made.updatedAt);
    const rival = (title: string) =>
      database.transaction(async (records) => {
        await records.materials.find('a1');
        return records.materials.update('a1', { title }, readAt);
      });
    const written = (await Promise.all(['One', 'Two', 'Three'].map(rival))).filter((each) => each !== null);
    expect(written).toHaveLength(1);
    expect(await database.materials.find('a1')).toEqual(written[0]);
    expect(await database.materials.withdraw('a1', readAt)).toBeNull();
    expect(await database.materials.withdraw('a1', Date.parse(written[0]?.updatedAt ?? ''))).not.toBeNull();
  });

  test('what is withdrawn is in no list and no count until it is restored', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.insert(newMaterial('a2'));
    expect(await database.materials.withdraw('a1')).toMatchObject({ id: 'a1', deletedAt: expect.any(String) });
    expect(await database.materials.withdraw('a1')).toBeNull();
    expect(await database.materials.update('a1', { title: 'New' })).toBeNull();
    expect(await listIds(database, 'paper')).toEqual(['a2']);
    expect((await database.materials.count()).totals.paper).toBe(1);
    expect(await database.materials.find('a1')).toMatchObject({ deletedAt: expect.any(String) });
    expect(await database.materials.restore('a1')).toMatchObject({ id: 'a1', deletedAt: null });
    expect(await database.materials.restore('a1')).toBeNull();
    expect(await listIds(database, 'paper')).toEqual(['a1', 'a2']);
    expect((await database.materials.count()).totals.paper).toBe(2);
  });

  test('the trash lists what was withdrawn last first, and what is older than a moment', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    await addFile(database, 'file');
    for (const [id, kind] of [
      ['a1', 'paper'],
      ['a2', 'note'],
      ['a3', 'paper'],
    ] as const) {
      await database.materials.insert(newMaterial(id, { kind }));
      clock.now += 1000;
      await database.livedTime.add(1000);
      await database.materials.withdraw(id);
    }
    const trash = await database.materials.listTrash({ limit: 2, offset: 0 });
    expect(trash.total).toBe(3);
    expect(trash.materials.map(({ id }) => id)).toEqual(['a3', 'a2']);
    expect((await database.materials.listTrash({ limit: 5, offset: 2 })).materials.map(({ id }) => id)).toEqual(['a1']);
    const papers = await database.materials.listTrash({ kind: 'paper', limit: 5, offset: 0 });
    expect([papers.total, ...papers.materials.map(({ id }) => id)]).toEqual([2, 'a3', 'a1']);
    const lived = await database.livedTime.find();
    const old = await database.materials.listWithdrawnBefore(lived, 10);
    expect(old.map(({ id }) => id)).toEqual(['a1', 'a2']);
    expect(await database.materials.listWithdrawnBefore(lived, 1)).toHaveLength(1);
  });

  test('what was removed for good is remembered, and its id may be taken again', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    expect(await database.materials.wasPurged('a1')).toBe(false);
    await database.materials.remove('a1');
    await database.materials.remove('a1');
    expect(await database.materials.find('a1')).toBeNull();
    expect(await database.materials.wasPurged('a1')).toBe(true);
    await database.materials.insert(newMaterial('a1'));
    await database.materials.remove('a1');
    expect(await database.materials.wasPurged('a1')).toBe(true);
  });

  test('counts follow every insert, move, withdrawal and removal', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    for (const id of ['a1', 'a2', 'a3']) await database.materials.insert(newMaterial(id));
    await database.materials.insert(newMaterial('b1', { kind: 'note', facultyId: 'bca' }));
    await database.materials.update('a2', { subject: 'Physics' });
    await database.materials.update('a1', { title: 'The place stays' });
    await database.materials.withdraw('a3');
    const c = { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'paper', count: 1 };
    const physics = { ...c, subject: 'Physics' };
    const note = { ...c, kind: 'note', facultyId: 'bca' };
    expect(await database.materials.count()).toEqual({
      totals: { paper: 2, note: 1, revision: 0, book: 0 },
      places: [note, c, physics],
    });
    expect(await database.materials.count({ facultyId: 'csit' })).toEqual({
      totals: { paper: 2, note: 0, revision: 0, book: 0 },
      places: [c, physics],
    });
    for (const id of ['a1', 'a2', 'a3', 'b1']) await database.materials.remove(id);
    expect((await database.materials.count()).places).toEqual([]);
  });

  test('counts are summed by faculty, and given of the subjects of one name, whatever its capitals', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.insert(newMaterial('a2', { subject: 'Physics' }));
    await database.materials.insert(newMaterial('b1', { kind: 'note', facultyId: 'bca', subject: 'C programming' }));
    await database.materials.insert(newMaterial('b2', { kind: 'note', facultyId: 'bca', subject: 'C' }));
    const none = { paper: 0, note: 0, revision: 0, book: 0 };
    expect(await database.materials.countByFaculty()).toEqual({
      totals: { ...none, paper: 2, note: 2 },
      faculties: [
        { facultyId: 'bca', totals: { ...none, note: 2 } },
        { facultyId: 'csit', totals: { ...none, paper: 2 } },
      ],
    });
    const { totals, places } = await database.materials.count({ subject: 'c PROGRAMMING' });
    expect(totals).toEqual({ ...none, paper: 1, note: 1 });
    expect(places.map(({ facultyId, subject }) => [facultyId, subject])).toEqual([
      ['bca', 'C programming'],
      ['csit', 'C Programming'],
    ]);
    expect((await database.materials.count({ facultyId: 'csit', subject: 'Physics' })).totals.paper).toBe(1);
  });

  test('materials are found by their places, newest first, also among very many places', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.insert(newMaterial('a2', { kind: 'book', semesterId: '2' }));
    await database.materials.insert(newMaterial('a3', { subject: 'Physics' }));
    const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
    const others = Array.from({ length: 3000 }, (_, index) => ({ ...place, subject: `Dropped ${index}` }));
    const page = await database.materials.listAt([...others, place, { ...place, semesterId: '2' }], {
      limit: 10,
      offset: 0,
    });
    expect([page.total, ...page.materials.map(({ id }) => id)]).toEqual([2, 'a2', 'a1']);
    expect(await database.materials.listAt([], { limit: 10, offset: 0 })).toEqual({ total: 0, materials: [] });
  });

  test('a file is used by what is published, by trash alone, or by nothing', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    for (const id of ['file', 'cover', 'spare']) await addFile(database, id, { sha256: id });
    await database.materials.insert(newMaterial('a1', { kind: 'book', coverFileId: 'cover' }));
    const uses = () => Promise.all(['file', 'cover', 'spare'].map((id) => database.materials.usesOfFile(id)));
    const unused = async () => (await database.files.listUnused({ limit: 10, offset: 0 })).files.map(({ id }) => id);
    expect(await uses()).toEqual(['published', 'published', 'none']);
    expect(await unused()).toEqual(['spare']);
    expect(await database.files.findByDigest('file')).toMatchObject([{ id: 'file' }]);
    await database.materials.withdraw('a1');
    expect(await uses()).toEqual(['trash', 'trash', 'none']);
    expect(await unused()).toEqual(['spare']);
    expect(await database.files.findByDigest('file')).toEqual([]);
    await database.materials.restore('a1');
    await database.materials.update('a1', { coverFileId: null, fileId: 'spare' });
    expect(await uses()).toEqual(['none', 'none', 'published']);
    expect(await unused()).toEqual(['cover', 'file']);
    await database.materials.remove('a1');
    expect(await database.files.listUnused({ limit: 1, offset: 1 })).toMatchObject({
      total: 3,
      files: [{ id: 'cover' }],
    });
  });

  test('a file that a material names cannot be removed from under it', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.withdraw('a1');
    await expect(database.files.remove('file')).rejects.toThrow(/foreign key/i);
    await expect(database.materials.insert(newMaterial('a2', { fileId: 'missing' }))).rejects.toThrow(/foreign key/i);
  });

  test('samples are listed, withdrawn ones too', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1', { isSample: true, createdAt: 1_600_000_000_000 }));
    await database.materials.insert(newMaterial('a2'));
    await database.materials.withdraw('a1');
    const samples = await database.materials.listSamples();
    expect(samples).toMatchObject([{ id: 'a1', createdAt: '2020-09-13T12:26:40.000+00:00' }]);
  });

  test('a transaction that throws leaves nothing behind', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const work = database.transaction(async (records) => {
      await records.materials.insert(newMaterial('a1'));
      await records.files.addChunk('none', 0);
      expect(await records.materials.find('a1')).not.toBeNull();
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await database.materials.find('a1')).toBeNull();
    expect((await database.materials.count()).totals.paper).toBe(0);
    await database.materials.insert(newMaterial('a1'));
    expect(await listIds(database, 'paper', { filters: [equal('$id', 'a1')] })).toEqual(['a1']);
  });

  test('a write beside a transaction waits for it instead of joining it, and a read sees what was there before', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const order: string[] = [];
    const work = database.transaction(async (records) => {
      await records.settings.set('who', 'transaction');
      expect(await database.settings.find('who')).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
      order.push('transaction');
    });
    const beside = database.settings.set('who', 'beside').then(() => order.push('beside'));
    await Promise.all([work, beside]);
    expect(order).toEqual(['transaction', 'beside']);
    expect(await database.settings.find('who')).toBe('beside');
  });

  test('many writes at once all come through', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => database.materials.insert(newMaterial(`a${index}`))),
      ...Array.from({ length: 5 }, (_, index) =>
        database.transaction(async (records) => {
          await records.materials.insert(newMaterial(`b${index}`));
          await records.materials.insert(newMaterial(`c${index}`));
        }),
      ),
    ]);
    expect((await database.materials.count()).totals.paper).toBe(30);
    await database.ping();
  });
}
