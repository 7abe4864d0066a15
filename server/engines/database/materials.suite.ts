import { expect, test } from 'vitest';
import { materialKinds } from '#domain/material.ts';
import { addFile, listIds, newMaterial, type OpenEmpty } from './database.suite.ts';

/** Contract suite of every adapter for the records of materials. */
export function describeMaterials(openEmpty: OpenEmpty): void {
  describeNewMaterials(openEmpty);
  describeChanges(openEmpty);
  describeTrash(openEmpty);
}

function describeNewMaterials(openEmpty: OpenEmpty): void {
  test('returns a material as it was inserted, with the attributes of its file', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    await addFile(database, 'file', { mimeType: 'text/html', sizeBytes: 4321 });
    await addFile(database, 'cover', { mimeType: 'image/png' });
    const made = await database.materials.insert(
      newMaterial('a1', { kind: 'book', year: null, coverFileId: 'cover', isSample: true }),
    );
    expect(made).toEqual({
      ...newMaterial('a1', { kind: 'book', year: null, coverFileId: 'cover', isSample: true }),
      yearBs: null,
      filePassword: null,
      filePasswordNote: null,
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

  test('stores a Bikram Sambat year only with an AD year that overlaps it', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const made = await database.materials.insert(newMaterial('a1', { year: 2022, yearBs: 2079 }));
    expect(made).toMatchObject({ year: 2022, yearBs: 2079 });
    await expect(database.materials.insert(newMaterial('a2', { year: 2021, yearBs: 2079 }))).rejects.toThrow(
      /check constraint/i,
    );
    await expect(database.materials.update('a1', { year: 2024 })).rejects.toThrow(/check constraint/i);
    expect(await database.materials.find('a1')).toEqual(made);
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

  test('rejects an id in use by any kind, including in the trash', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.withdraw('a1');
    const again = database.materials.insert(newMaterial('a1', { kind: 'note' }));
    await expect(again).rejects.toMatchObject({ type: 'document_already_exists' });
  });

  test('finds several materials of any kind and state, with the digests of their files', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const { materials } = database;
    await addFile(database, 'file', { sha256: 'one' });
    await addFile(database, 'other', { sha256: 'two' });
    await materials.insert(newMaterial('a1'));
    await materials.insert(newMaterial('a2', { kind: 'book', fileId: 'other' }));
    await materials.insert(newMaterial('a3', { permissions: [] }));
    await materials.withdraw('a2');
    const found = await materials.findSome(['a3', 'gone', 'a2', 'a2']);
    expect(found.toSorted((one, other) => one.material.sequence - other.material.sequence)).toEqual([
      { material: await materials.find('a2'), sha256: 'two' },
      { material: await materials.find('a3'), sha256: 'one' },
    ]);
    expect(await materials.findSome([])).toEqual([]);
  });
}

function describeChanges(openEmpty: OpenEmpty): void {
  test('increases the time of the last change with every write, even within a millisecond, but not the time of creation', async () => {
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

  test('never reuses a sequence', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.remove('a1');
    expect(await database.materials.insert(newMaterial('a2'))).toMatchObject({ sequence: 2 });
  });

  test('changes only the given attributes in an update', async () => {
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

  test('rejects a conditional write if the material was changed since the given time, even with simultaneous writes', async () => {
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
}

function describeTrash(openEmpty: OpenEmpty): void {
  test('leaves a withdrawn material out of every list and count until it is restored', async () => {
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

  test('lists the trash, last withdrawn first, and the materials withdrawn before a given time', async () => {
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

  test('lists the versions of materials in order of creation, without the trash', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const made = [];
    for (const [id, kind] of [
      ['a1', 'paper'],
      ['a2', 'note'],
      ['a3', 'book'],
      ['a4', 'paper'],
    ] as const)
      made.push(await database.materials.insert(newMaterial(id, { kind })));
    await database.materials.update('a3', { permissions: ['read("user:u1")'] });
    await database.materials.withdraw('a2');
    const sha256 = (await database.files.find('file'))?.sha256;
    const all = await database.materials.listVersions(0, 10);
    expect(all.map(({ id }) => id)).toEqual(['a1', 'a3', 'a4']);
    const [first] = made;
    expect(all[0]).toEqual({ id: 'a1', sequence: first?.sequence, updatedAt: first?.updatedAt, sha256 });
    const rest = await database.materials.listVersions(all[0]?.sequence ?? 0, 1);
    expect(rest.map(({ id }) => id)).toEqual(['a3']);
  });

  test('records a permanent removal, and allows the id again', async () => {
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
}
