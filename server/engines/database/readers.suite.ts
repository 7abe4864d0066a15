import { expect, test } from 'vitest';
import { emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import { addFile, newMaterial, type OpenEmpty } from './database.suite.ts';
import type { Readers } from './database.ts';

const member: Readers = ['any', 'users', 'user:u2'];
const owner: Readers = ['any', 'users', 'user:u1'];

/** Contract suite of every adapter for read permissions. */
export function describeReaders(openEmpty: OpenEmpty): void {
  describeListsAndCounts(openEmpty);
  describePermissions(openEmpty);
}

function describeListsAndCounts(openEmpty: OpenEmpty): void {
  test('lists and counts the materials that the roles may read, or without roles those that everybody may read', async () => {
    await using shelf = await openShelf(openEmpty);
    expect(await shelf.list(undefined)).toEqual([1, 'public']);
    expect(await shelf.list(member)).toEqual([2, 'public', 'members']);
    expect(await shelf.list(owner)).toEqual([3, 'public', 'members', 'own']);
    expect(await shelf.list(['any', 'USERS', 'user:U1'])).toEqual([1, 'public']);
    expect(await shelf.list('everything')).toEqual([4, 'public', 'members', 'own', 'nobody']);
  });

  test('leaves unreadable materials out of the totals of filtered lists, whichever way they are counted', async () => {
    await using shelf = await openShelf(openEmpty);
    const place = { filters: [equal('subject', 'C Programming')] };
    expect(await shelf.list(undefined, place)).toEqual([1, 'public']);
    expect(await shelf.list(member, place)).toEqual([2, 'public', 'members']);
    expect(await shelf.list(undefined, { filters: [equal('subject', 'Physics')] })).toEqual([0]);
    expect(await shelf.list(undefined, { filters: [equal('year', 2020)] })).toEqual([0]);
    expect(await shelf.list('everything', { filters: [equal('year', 2020)] })).toEqual([1, 'nobody']);
    expect(await shelf.list(member, { limit: 1, offset: 1 })).toEqual([2, 'members']);
  });

  test('rejects a cursor that may not be read as unknown', async () => {
    await using shelf = await openShelf(openEmpty);
    const cursor = { direction: 'after', id: 'members' } as const;
    await expect(shelf.list(undefined, { cursor })).rejects.toMatchObject({ type: 'general_cursor_not_found' });
    expect(await shelf.list(owner, { cursor })).toEqual([3, 'own']);
  });

  test('leaves unreadable materials out of the counts, and subjects that have no others', async () => {
    await using shelf = await openShelf(openEmpty);
    const { materials } = shelf.database;
    const countOf = async (readers?: Readers) => {
      const { totals, places } = await materials.count({ facultyId: 'csit' }, readers);
      return [totals.paper, ...places.map(({ subject, count }) => `${subject} ${count}`)];
    };
    expect(await countOf()).toEqual([1, 'C Programming 1']);
    expect(await countOf(owner)).toEqual([3, 'C Programming 2', 'Physics 1']);
    expect(await countOf('everything')).toEqual([4, 'C Programming 3', 'Physics 1']);
    const papersFor = async (readers?: Readers) => {
      const { totals, faculties } = await materials.countByFaculty(readers);
      const { totals: ofPhysics } = await materials.count({ subject: 'physics' }, readers);
      return [totals.paper, ...faculties.map((faculty) => faculty.totals.paper), ofPhysics.paper];
    };
    expect(await papersFor()).toEqual([1, 1, 0]);
    expect(await papersFor(owner)).toEqual([3, 3, 1]);
    expect(await papersFor('everything')).toEqual([4, 4, 1]);
  });
}

function describePermissions(openEmpty: OpenEmpty): void {
  test('stores permissions as given, alone or with other attributes, and updates the time of the last change', async () => {
    await using shelf = await openShelf(openEmpty);
    const { materials } = shelf.database;
    const before = await materials.find('members');
    expect(before?.permissions).toEqual(['read("users")', 'update("users")']);
    const after = await materials.update('members', { permissions: ['read("any")'] });
    expect(after).toEqual({ ...before, permissions: ['read("any")'], updatedAt: after?.updatedAt });
    expect(after?.updatedAt).not.toBe(before?.updatedAt);
    expect(await shelf.list(undefined)).toEqual([2, 'public', 'members']);
    await materials.update('public', { permissions: ['read("user:u1")'], title: 'Mine' });
    expect(await shelf.list(undefined)).toEqual([1, 'members']);
    expect(await shelf.list(owner)).toEqual([3, 'public', 'members', 'own']);
    await materials.update('public', { title: 'Still mine' });
    expect(await shelf.list(undefined)).toEqual([1, 'members']);
  });

  test('retains the permissions of a material in the trash, restores them with it, and removes them with it', async () => {
    await using shelf = await openShelf(openEmpty);
    const { materials } = shelf.database;
    await materials.withdraw('own');
    expect(await shelf.list(owner)).toEqual([2, 'public', 'members']);
    await materials.restore('own');
    expect(await shelf.list(owner)).toEqual([3, 'public', 'members', 'own']);
    await materials.remove('own');
    await materials.insert(newMaterial('own', { permissions: [] }));
    expect(await shelf.list(owner)).toEqual([2, 'public', 'members']);
  });

  test('lets everybody read a file until its permissions are changed', async () => {
    await using shelf = await openShelf(openEmpty);
    const { files } = shelf.database;
    expect((await files.find('file'))?.permissions).toEqual(['read("any")']);
    const changed = await files.update('file', { permissions: ['read("users")'], folder: 'exams/2080' });
    expect(changed).toMatchObject({ permissions: ['read("users")'], folder: 'exams/2080' });
    const inFolder = { ...emptyQuery, filters: [equal('folder', 'exams/2080')] };
    expect((await files.list(inFolder, null)).files.map(({ id }) => id)).toEqual(['file']);
  });
}

/** Stores papers that everybody, members, one account, or nobody may read. */
async function openShelf(openEmpty: OpenEmpty) {
  const opened = await openEmpty();
  const { database } = opened;
  await addFile(database, 'file');
  await database.materials.insert(newMaterial('public'));
  await database.materials.insert(newMaterial('members', { permissions: ['read("users")', 'update("users")'] }));
  await database.materials.insert(newMaterial('own', { permissions: ['read("user:u1")'], subject: 'Physics' }));
  await database.materials.insert(newMaterial('nobody', { permissions: [], year: 2020 }));
  async function list(readers: Readers | undefined, query: Partial<ListQuery> = {}) {
    const { total, materials } = await database.materials.list('paper', { ...emptyQuery, ...query }, readers);
    return [total, ...materials.map(({ id }) => id)];
  }
  return { ...opened, list, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}
