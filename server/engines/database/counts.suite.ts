import { expect, test } from 'vitest';
import { formatMoment } from '#domain/moment.ts';
import { addFile, newMaterial, type OpenEmpty } from './database.suite.ts';
import type { Database } from './database.ts';

/** Contract suite of every adapter for counts of materials and uses of files. */
export function describeCounts(openEmpty: OpenEmpty): void {
  describePlaces(openEmpty);
  describeYears(openEmpty);
  describeFileUses(openEmpty);
  describeCopies(openEmpty);
}

function describePlaces(openEmpty: OpenEmpty): void {
  test('updates the counts with every insert, move, withdrawal and removal', async () => {
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

  test('sums counts by faculty and by the name of a subject, ignoring case', async () => {
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

  test('finds materials by term and subject, newest first, even among very many', async () => {
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

  test('lists the ids of a subject up to the limit, including every kind, hidden materials and the trash', async () => {
    await using opened = await openEmpty();
    const { materials } = opened.database;
    await addFile(opened.database, 'file');
    for (const id of ['a1', 'a2']) await materials.insert(newMaterial(id));
    await materials.insert(newMaterial('a3', { kind: 'note', permissions: [] }));
    await materials.insert(newMaterial('a4', { subject: 'c programming' }));
    await materials.insert(newMaterial('a5', { semesterId: '2' }));
    await materials.withdraw('a2');
    const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
    expect((await materials.listIdsAt(place, 10)).toSorted()).toEqual(['a1', 'a2', 'a3']);
    expect(await materials.listIdsAt(place, 2)).toHaveLength(2);
    expect(await materials.listIdsAt({ ...place, facultyId: 'bca' }, 10)).toEqual([]);
  });
}

function describeYears(openEmpty: OpenEmpty): void {
  test('counts the papers of a faculty by year and its notes by subject, and reports hidden ones', async () => {
    await using opened = await openEmpty();
    const { materials } = opened.database;
    await addFile(opened.database, 'file');
    await materials.insert(newMaterial('a1'));
    await materials.insert(newMaterial('a2', { permissions: [] }));
    await materials.insert(newMaterial('a3', { year: 2019, permissions: ['read("users")'] }));
    await materials.insert(newMaterial('a4', { year: 2018 }));
    await materials.withdraw('a4');
    await materials.insert(newMaterial('b1', { facultyId: 'bca' }));
    await materials.insert(newMaterial('n1', { kind: 'note', year: 2024 }));
    await materials.insert(newMaterial('n2', { kind: 'note', year: null, semesterId: 'gone', permissions: [] }));
    await materials.insert(newMaterial('k1', { kind: 'book' }));
    const place = { semesterId: '1', subject: 'C Programming' };
    const counts = await materials.countByYear('csit');
    expect(counts.map((each) => JSON.stringify(each)).toSorted()).toEqual(
      [
        { kind: 'note', ...place, year: null, count: 1, hidden: 0 },
        { kind: 'note', ...place, semesterId: 'gone', year: null, count: 1, hidden: 1 },
        { kind: 'paper', ...place, year: 2019, count: 1, hidden: 0 },
        { kind: 'paper', ...place, year: 2024, count: 2, hidden: 1 },
      ].map((each) => JSON.stringify(each)),
    );
    expect(await materials.countByYear('none')).toEqual([]);
  });
}

function describeFileUses(openEmpty: OpenEmpty): void {
  test('reports that a file is used by a published material, only in the trash, or not at all', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    for (const id of ['file', 'cover', 'spare']) await addFile(database, id, { sha256: id });
    await database.materials.insert(newMaterial('a1', { kind: 'book', coverFileId: 'cover' }));
    const uses = () => Promise.all(['file', 'cover', 'spare'].map((id) => database.materials.usesOfFile(id)));
    const unused = async () => (await database.files.listUnused({ limit: 10, offset: 0 })).files.map(({ id }) => id);
    expect(await uses()).toEqual(['readable', 'readable', 'none']);
    expect(await unused()).toEqual(['spare']);
    expect(await database.files.findByDigest('file')).toMatchObject([{ id: 'file' }]);
    expect(await database.files.listByDigest('spare')).toMatchObject([{ id: 'spare' }]);
    expect(await database.materials.listByDigest('file')).toMatchObject([{ id: 'a1' }]);
    expect(await database.materials.listByDigest('cover')).toEqual([]);
    await database.materials.withdraw('a1');
    expect(await uses()).toEqual(['trash', 'trash', 'none']);
    expect(await unused()).toEqual(['spare']);
    expect(await database.files.findByDigest('file')).toEqual([]);
    expect(await database.materials.listByDigest('file')).toEqual([]);
    expect(await database.materials.listByDigest('file', 'anywhere')).toMatchObject([{ id: 'a1' }]);
    await database.materials.restore('a1');
    await database.materials.update('a1', { coverFileId: null, fileId: 'spare' });
    expect(await uses()).toEqual(['none', 'none', 'readable']);
    expect(await unused()).toEqual(['cover', 'file']);
    await database.materials.remove('a1');
    expect(await database.files.listUnused({ limit: 1, offset: 1 })).toMatchObject({
      total: 3,
      files: [{ id: 'cover' }],
    });
  });

  test('hides a material while only administrators may read it, and its file while no other material shows it', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const { materials } = database;
    await addFile(database, 'file');
    await materials.insert(newMaterial('a1', { permissions: ['read("users")'] }));
    await materials.insert(newMaterial('a2', { permissions: [] }));
    const uses = () => materials.usesOfFile('file', ['any', 'users']);
    const hidden = async (ids?: string[]) => {
      const { total, materials: found } = await materials.listHidden({ ids, limit: 10, offset: 0 });
      return [total, ...found.map(({ material }) => material.id)];
    };
    expect([await uses(), await hidden()]).toEqual(['readable', [1, 'a2']]);
    clock.now += 1000;
    const since = formatMoment(clock.now);
    await materials.update('a1', { permissions: ['read("label:admin")', 'write("users")'] });
    await materials.setHidingReason('a1', 'Under review');
    clock.now += 1000;
    await materials.update('a1', { permissions: [], title: 'Renamed' });
    const hiding = { since, reason: 'Under review', formerPermissions: ['read("users")'] };
    expect(await materials.findHiding('a1')).toEqual(hiding);
    expect((await materials.findHidings(['a1', 'a2', 'a3'])).get('a1')).toEqual(hiding);
    expect([await uses(), await hidden(), await hidden(['a2', 'a3'])]).toEqual([
      'restricted',
      [2, 'a1', 'a2'],
      [1, 'a2'],
    ]);
    await materials.withdraw('a1');
    expect([await uses(), await hidden()]).toEqual(['restricted', [1, 'a2']]);
    expect((await materials.restore('a1')) && (await materials.findHiding('a1'))).toEqual(hiding);
    await materials.update('a1', { permissions: ['read("any")'] });
    expect([await uses(), await hidden(), await materials.findHiding('a1')]).toEqual(['readable', [1, 'a2'], null]);
    expect([...(await materials.findHidings(['a1', 'a2', 'a3'])).keys()]).toEqual(['a2']);
    await materials.remove('a2');
    expect(await hidden()).toEqual([0]);
  });

  test('rejects the removal of a file that a material uses', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1'));
    await database.materials.withdraw('a1');
    await expect(database.files.remove('file')).rejects.toThrow(/foreign key/i);
    await expect(database.materials.insert(newMaterial('a2', { fileId: 'missing' }))).rejects.toThrow(/foreign key/i);
  });

  test('lists samples, including withdrawn ones', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await database.materials.insert(newMaterial('a1', { isSample: true, createdAt: 1_600_000_000_000 }));
    await database.materials.insert(newMaterial('a2'));
    await database.materials.withdraw('a1');
    const samples = await database.materials.listSamples();
    expect(samples).toMatchObject([{ id: 'a1', createdAt: '2020-09-13T12:26:40.000+00:00' }]);
  });
}

function describeCopies(openEmpty: OpenEmpty): void {
  test('finds the oldest material with the same bytes that is published and not hidden', async () => {
    await using opened = await openEmpty();
    const { addMaterial, find } = await openCopies(opened.database);
    expect(await find()).toEqual({});
    await addMaterial('hidden', 'one', { permissions: [] });
    await addMaterial('first', 'one', { permissions: ['read("users")'] });
    await addMaterial('second', 'copy');
    await addMaterial('other', 'two');
    expect(await find()).toEqual({ one: 'first', two: 'other' });
    await opened.database.materials.withdraw('first');
    await opened.database.materials.withdraw('other');
    expect(await find()).toEqual({ one: 'second' });
  });
}

/** Stores three files: `one` and `copy`, which have the same bytes, and `two`. */
async function openCopies(database: Database) {
  for (const [id, sha256] of Object.entries({ one: 'one', copy: 'one', two: 'two' }))
    await addFile(database, id, { sha256 });
  return {
    addMaterial: (id: string, fileId: string, facts: { permissions?: string[] } = {}) =>
      database.materials.insert(newMaterial(id, { fileId, ...facts })),
    async find() {
      const found = await database.materials.findShownByDigest(['one', 'two', 'gone']);
      return Object.fromEntries([...found].map(([sha256, { id }]) => [sha256, id]));
    },
  };
}
