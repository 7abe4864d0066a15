import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges, type Change } from '#server/library/changes.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import type { Database, NewMaterial } from '#server/engines/database/database.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { createCatalogueFollowing } from './create-material-service.ts';

/** A catalogue with one faculty of two terms; the first term has these subjects. */
function catalogueOf(...subjects: { name: string; formerly?: string[] }[]) {
  const structure = [
    { id: '1', name: 'Semester 1', subjects },
    { id: '2', name: 'Semester 2', subjects: [{ name: 'C Programming' }] },
  ];
  return parseCatalogue({ faculties: [{ id: 'csit', name: 'CSIT', type: 'semester', duration: 8, structure }] });
}

const renamed = catalogueOf({ name: 'Programming in C', formerly: ['C Programming'] });

/** A library with its change events. `open` does the same as a server start. */
async function openLibrary() {
  const place = await openTestPlace();
  const database = await place.openRecords();
  await addFile(database, 'file');
  const announced: Change[] = [];
  const changes = createChanges((error) => {
    throw error;
  });
  changes.listen((change) => announced.push(change));
  const open = (catalogue: ReturnType<typeof catalogueOf>, over: Database = database) => {
    const trail = createTrail({ database: over, log: pino({ level: 'silent' }), now: Date.now });
    const unused = { storage: { find: neverCalled, remove: neverCalled }, tryPassword: neverCalled };
    return {
      trail,
      ...createCatalogueFollowing({ database: over, catalogue, changes, trail, ...unused }, 2),
    };
  };
  return {
    place,
    database,
    announced,
    open,
    add: (id: string, facts: Partial<NewMaterial> = {}) => database.materials.insert(newMaterial(id, facts)),
    subjectOf: async (id: string) => (await database.materials.find(id))?.subject,
    async [Symbol.asyncDispose]() {
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

function neverCalled(): never {
  throw new Error('a renaming needs no file');
}

test('moves materials of a renamed subject, also hidden ones and those in the trash, and no others', async () => {
  await using library = await openLibrary();
  const { database } = library;
  await library.add('paper');
  await library.add('note', { kind: 'note', year: null });
  await library.add('hidden', { permissions: [] });
  await library.add('trash');
  await database.materials.withdraw('trash');
  await library.add('elsewhere', { semesterId: '2' });
  await library.add('other', { subject: 'Physics' });
  const { revision } = await database.harvest.state();
  const before = await database.materials.find('paper');
  const { followCatalogue, trail } = library.open(renamed);

  expect(await followCatalogue()).toBe(4);
  for (const id of ['paper', 'note', 'hidden', 'trash'])
    expect([id, await library.subjectOf(id)]).toEqual([id, 'Programming in C']);
  expect(await library.subjectOf('elsewhere')).toBe('C Programming');
  expect(await library.subjectOf('other')).toBe('Physics');
  expect((await database.materials.find('trash'))?.deletedAt).not.toBeNull();

  // Caches, search index, clients and harvesters are notified as with other edits.
  const changes = library.announced.flatMap((change) => (change.subject === 'materials' ? change.changes : []));
  expect(changes.map(({ action, material }) => [action, material.id]).toSorted()).toEqual(
    ['hidden', 'note', 'paper'].map((id) => ['update', id]),
  );
  const ofPaper = changes.find(({ material }) => material.id === 'paper');
  expect(ofPaper).toMatchObject({ before, material: { subject: 'Programming in C' } });
  expect(ofPaper?.material.updatedAt).not.toBe(before?.updatedAt);
  expect((await database.harvest.find('paper'))?.revision).toBeGreaterThan(revision);
  const { places } = await database.materials.count();
  expect(places.map(({ semesterId, subject, kind, count }) => [semesterId, subject, kind, count])).toEqual([
    ['1', 'Programming in C', 'note', 1],
    ['1', 'Physics', 'paper', 1],
    ['1', 'Programming in C', 'paper', 1],
    ['2', 'C Programming', 'paper', 1],
  ]);
  const entries = await trail.list({ limit: 10 });
  expect(entries.map(({ action, title, detail, userName }) => [action, title, detail, userName])).toEqual(
    Array.from({ length: 2 }, () => [
      'edited',
      '2 materials',
      '“C Programming” is now called “Programming in C”',
      'the server',
    ]),
  );
});

test('writes nothing at a start without renamed subjects, or after all materials were moved', async () => {
  await using library = await openLibrary();
  await library.add('paper');
  const { updatedAt } = (await library.database.materials.find('paper')) ?? {};
  expect(await library.open(catalogueOf({ name: 'C Programming' })).followCatalogue()).toBe(0);
  expect(await library.open(catalogueOf({ name: 'Other', formerly: ['Old'] })).followCatalogue()).toBe(0);
  expect((await library.database.materials.find('paper'))?.updatedAt).toBe(updatedAt);
  expect(await library.open(renamed).followCatalogue()).toBe(1);
  library.announced.length = 0;
  expect(await library.open(renamed).followCatalogue()).toBe(0);
  expect(library.announced).toEqual([]);
});

test('moves materials of a subject through several renamings, and those of two merged subjects into one', async () => {
  await using library = await openLibrary();
  for (const subject of ['A', 'B', 'C']) await library.add(subject, { subject });
  await library.open(catalogueOf({ name: 'B', formerly: ['A'] }, { name: 'C' })).followCatalogue();
  expect(await Promise.all(['A', 'B', 'C'].map(library.subjectOf))).toEqual(['B', 'B', 'C']);
  await library.add('late', { subject: 'A' });
  await library.open(catalogueOf({ name: 'C', formerly: ['A', 'B'] })).followCatalogue();
  expect(await Promise.all(['A', 'B', 'C', 'late'].map(library.subjectOf))).toEqual(['C', 'C', 'C', 'C']);
});

test('moves whole batches in a stopped or failed start, and the rest in the next one', async () => {
  await using library = await openLibrary();
  const ids = Array.from({ length: 5 }, (_, index) => `m${index}`);
  for (const id of ids) await library.add(id);
  const countMoved = async () => {
    const subjects = await Promise.all(ids.map(library.subjectOf));
    return subjects.filter((subject) => subject === 'Programming in C').length;
  };
  const stopping = new AbortController();
  const { materials } = library.database;
  const stoppedBy = (stop: () => void): Database => ({
    ...library.database,
    materials,
    transaction: async (work) => {
      const result = await library.database.transaction(work);
      stop();
      return result;
    },
  });
  expect(
    await library
      .open(
        renamed,
        stoppedBy(() => stopping.abort()),
      )
      .followCatalogue(stopping.signal),
  ).toBe(2);
  expect(await countMoved()).toBe(2);
  const failing = stoppedBy(() => {
    throw new Error('the answer was lost');
  });
  await expect(library.open(renamed, failing).followCatalogue()).rejects.toThrow('the answer was lost');
  expect(await countMoved()).toBe(4);
  expect(await library.open(renamed).followCatalogue()).toBe(1);
  expect(await countMoved()).toBe(5);
});

test('moves each material once if nodes start at once', async () => {
  await using library = await openLibrary();
  for (const id of ['m0', 'm1', 'm2', 'm3', 'm4']) await library.add(id);
  const nodes = [library.open(renamed), library.open(renamed), library.open(renamed)];
  const moved = await Promise.all(nodes.map((node) => node.followCatalogue()));
  expect(moved.reduce((sum, count) => sum + count, 0)).toBe(5);
  for (const id of ['m0', 'm1', 'm2', 'm3', 'm4']) expect(await library.subjectOf(id)).toBe('Programming in C');
});
