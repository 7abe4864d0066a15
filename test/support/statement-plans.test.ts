import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booksQuery, facultyBooksQuery } from '#app/features/library/book-queries.ts';
import type { BookFilter } from '#app/features/library/book-search.ts';
import { materialQuery, subjectListQuery } from '#app/features/materials/material-queries.ts';
import { api } from '#contract/addresses.ts';
import { attributesOfKind, builtInAttributes } from '#contract/collections.ts';
import { fileAttributes } from '#contract/file-attributes.ts';
import { inventorySorts, type InventorySort } from '#contract/inventory.ts';
import { contains, emptyQuery, equal, randomOrder, type ListQuery } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { InventorySelection } from '#server/engines/database/bulk-change-records.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import { defineStopFunction } from '#server/engines/database/sqlite/sqlite-connection.ts';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { wholeInventory } from '#test/support/whole-inventory.ts';

/**
 * Checks the query plan of every statement of the product. A plan that scans or sorts a large table is listed here with
 * its reason; any other one fails, and so does a reason that is no longer needed.
 */

const publicUrl = 'https://library.test';
const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const placeFilters = Object.entries(place).map(([attribute, value]) => equal(attribute, value));
const address = `${publicUrl}${api.filePreview(ids, 'file7')}`;

/** A member, who may read public documents and those that name one of his roles. */
const member = ['any', 'users', 'user:u1'];

type Ask = (database: Database) => Promise<unknown>;

/** One list of a kind, as the contract requests it. */
const list =
  (query: Partial<ListQuery>, readers: readonly string[] | 'everything' = ['any']): Ask =>
  ({ materials }) =>
    materials.list('paper', { ...emptyQuery, ...query }, readers);

/** The shelf as pages use it, directly on the database. */
function shelfOf({ materials }: Database): Shelf {
  return {
    listMaterials: (kind, query) => materials.list(kind, { ...emptyQuery, ...query }),
    findMaterial: async (id) => {
      const material = await materials.find(id);
      return material ? { state: 'published', material } : { state: 'missing' };
    },
  } as Shelf;
}

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0, gcTime: 0 } } });
const library = (change: Partial<BookFilter>, part?: number): Ask => {
  const filter: BookFilter = { faculty: null, semesterId: null, terms: [], text: '', ...change };
  return async (database) => {
    await queryClient.fetchQuery(booksQuery(shelfOf(database), filter, part));
    await queryClient.fetchQuery(facultyBooksQuery(shelfOf(database), filter));
  };
};
const faculty = { id: 'csit' } as BookFilter['faculty'];

/** Lists of pages without a text search. */
const pages: Record<string, Ask> = {
  "a subject's papers": (database) =>
    queryClient.fetchQuery(subjectListQuery(shelfOf(database), { kind: 'paper', place, calendar: 'ad' })),
  "a subject's papers by years of Bikram Sambat": (database) =>
    queryClient.fetchQuery(subjectListQuery(shelfOf(database), { kind: 'paper', place, calendar: 'bs' })),
  "a subject's notes": (database) =>
    queryClient.fetchQuery(subjectListQuery(shelfOf(database), { kind: 'note', place, calendar: 'ad' })),
  "a subject's notes, part 2": (database) =>
    queryClient.fetchQuery(subjectListQuery(shelfOf(database), { kind: 'note', place, calendar: 'ad', part: 2 })),
  'a material': (database) => queryClient.fetchQuery(materialQuery(shelfOf(database), 'a1')),
  'the library': library({}),
  'the library, part 3': library({}, 3),
  'the library of a faculty': library({ faculty }),
  'the library of a term': library({ faculty, semesterId: '1' }),
  'counts of a faculty': ({ materials }) => materials.count({ facultyId: 'csit' }),
  'counts of a subject': ({ materials }) => materials.count({ subject: 'C Programming' }),
  'counts of everything': ({ materials }) => materials.count(),
  'counts by faculty': ({ materials }) => materials.countByFaculty(),
  'a purged material': ({ materials }) => materials.wasPurged('a1'),
};

const searches: Record<string, Ask> = {
  'the library, by text': library({ text: 'paper' }),
  'the library of a term, by text': library({ faculty, semesterId: '1', text: 'paper' }),
};

const newest = [{ attribute: '$createdAt', direction: 'desc' as const }];

/** The requests of the panel. */
const panel: Record<string, Ask> = {
  'Manage: a page of a kind': list({ orders: newest, limit: 20 }, 'everything'),
  'Manage: how many of a kind': list({ limit: 1 }, 'everything'),
  'Manage: samples of a kind': list({ filters: [equal('isSample', true)], limit: 1 }, 'everything'),
  'a twin: files of the same bytes': ({ files }) =>
    files.list({ ...emptyQuery, filters: [equal('signature', 'digest7')] }, null),
  'a twin: materials of the files': list({ filters: [equal('downloadUrl', address)], limit: 1 }, 'everything'),
  'the trash': ({ materials }) => materials.listTrash({ limit: 20, offset: 0 }),
  'the trash of a kind': ({ materials }) => materials.listTrash({ kind: 'note', limit: 20, offset: 0 }),
  misplaced: ({ materials }) => materials.listAt([place], { limit: 20, offset: 0 }),
  'materials of a renamed subject': ({ materials }) => materials.listIdsAt(place, 250),
  'counts of everything there is': ({ materials }) => materials.count({}, 'everything'),
  'unused files': ({ files }) => files.listUnused({ limit: 20, offset: 0 }),
  'files, searched': ({ files }) => files.list(emptyQuery, 'paper'),
  files: ({ files }) => files.list(emptyQuery, null),
};

/** A page of the inventory, the one after a material, and which match. */
const inventory =
  (change: Partial<InventorySelection>, sort: InventorySort = 'uploaded'): Ask =>
  async ({ inventory: { list: read, listIds } }) => {
    const page = { sort, direction: 'desc', limit: 20, offset: 0, cursor: null } as const;
    const selection = { ...wholeInventory, ...change };
    await read(selection, page);
    await read(selection, { ...page, cursor: { direction: 'after', id: 'a7' } });
    await listIds(selection, 5000);
  };

const inventories: Record<string, Ask> = {
  ...Object.fromEntries(inventorySorts.map((sort) => [`inventory by ${sort}`, inventory({}, sort)])),
  'inventory of a place': inventory({ facultyIds: ['csit'], semesterIds: ['1'], subjects: ['C Programming'] }),
  'inventory of the trash': inventory({ isInTrash: true }),
  'inventory of words': inventory({ words: [{ text: 'paper', facultyIds: ['csit'], year: 2024 }] }),
  'inventory of samples': inventory({ isSample: true }),
  'inventory of hidden ones': inventory({ isHidden: true }),
  'inventory of damaged ones': inventory({ warnings: [['damaged']] }),
  'inventory of scans': inventory({ digests: ['digest7'] }),
  'inventory of misplaced ones': inventory({ places: [place] }),
  'inventory of years': inventory({ yearFrom: 2020, yearTo: 2024 }),
  'inventory of a publication': inventory({ publicationId: 'made' }),
};

/** Lists that the contract allows every visitor to request. */
const contract: Record<string, Ask> = {
  'everything of a kind': list({}),
  'a place, in no order': list({ filters: placeFilters }),
  'after a cursor': list({ filters: placeFilters, orders: newest, cursor: { direction: 'after', id: 'a0' } }),
  'by id': list({ filters: [equal('$id', 'a1', 'a2')] }),
  'by address': list({ filters: [equal('downloadUrl', address)] }),
  'by words': list({ filters: [{ method: 'search', attribute: 'title', values: ['question pap'] }] }),
  'as a member': list({ filters: placeFilters }, member),
  'counts as a member': ({ materials }) => materials.count({}, member),
  'in random order': list({ orders: [{ attribute: randomOrder, direction: 'asc' }] }),
  ...Object.fromEntries(
    [...attributesOfKind.paper, ...builtInAttributes].flatMap(({ name, type }) => [
      [`in order of ${name}`, list({ orders: [{ attribute: name, direction: 'desc' }] })],
      ...(type === 'string' ? [[`holding a text in ${name}`, list({ filters: [contains(name, 'x')] })]] : []),
    ]) as [string, Ask][],
  ),
  ...Object.fromEntries(
    fileAttributes.map(({ name }) => [
      `files in order of ${name}`,
      ({ files }: Database) => files.list({ ...emptyQuery, orders: [{ attribute: name, direction: 'desc' }] }, null),
    ]),
  ),
};

/** All other methods of the port. */
const duties: Record<string, Ask> = {
  'uses of a file': ({ materials }) => materials.usesOfFile('file7'),
  'uses of a file that a visitor sees': ({ materials }) => materials.usesOfFile('file7', ['any']),
  'uses of a file that a member sees': ({ materials }) => materials.usesOfFile('file7', ['any', 'users', 'user:u1']),
  'since when many materials are hidden': ({ materials }) => materials.findHidings(['id7', 'id8']),
  'since when a material is hidden': ({ materials }) => materials.findHiding('id7'),
  'why a material is hidden': ({ materials }) => materials.setHidingReason('id7', 'The owner asked'),
  'hidden materials': ({ materials }) => materials.listHidden({ limit: 25, offset: 0 }),
  'some hidden materials': ({ materials }) => materials.listHidden({ ids: ['id7', 'id8'], limit: 25, offset: 0 }),
  'changes of many': async ({ bulkChanges }) => {
    const rows = await bulkChanges.read(['a1', 'a2', 'gone']);
    const former = rows.map(({ material, state }) => ({ id: material.id, state }));
    const hiding = { since: 1, reason: null, formerPermissions: null };
    await bulkChanges.apply(['a1', 'a2'], { permissions: ['read("users")'], hiding });
    await bulkChanges.keep(
      { id: 'c1', action: 'hide', reason: null, userId: 'u1', userName: 'Ada', steps: '[]' },
      former,
    );
    await bulkChanges.apply(['a1', 'a2'], { permissions: ['read("any")'], hiding: null });
    await bulkChanges.find('c1');
    await bulkChanges.listRows('c1');
    await bulkChanges.settle('c1', '{}');
    await bulkChanges.listOf('a1');
    await bulkChanges.listSince(0, 25);
    await bulkChanges.prune({ changes: 0, materials: 0 });
  },
  publications: async ({ publications, staging, materials }) => {
    const staged = (id: string) => ({
      id,
      path: `Drive/${id}.pdf`,
      sizeBytes: 1,
      sha256: id,
      fileId: `f${id}`,
      materialId: id,
    });
    await staging.add(['p1', 'p2'].map(staged), 20_000);
    await publications.insert({ id: 'made', userId: 'u1', userName: 'Ada' });
    await publications.findPending(['p1', 'p2'], 0);
    await publications.plan('made', ['p1', 'p2']);
    await publications.setSources('made', await publications.listSources(['p1', 'p2'], 20));
    await publications.setPublished('made', { stagedId: 'p1', materialId: 'a1', formerState: 'checked' });
    await publications.drop('made', ['p2']);
    await publications.removeEmpty('made');
    await publications.find('made');
    await publications.list(50);
    await publications.listSince(0, 25);
    await publications.listPublished('made', '', 250);
    await publications.countFiles('made');
    await publications.listOf('a1');
    await publications.beginUndo('made', { userId: 'u1', takesChanged: false });
    await publications.setUndone('made', ['p1']);
    await publications.listUnsettled();
    await publications.settle('made', '{}');
    await publications.prune({ publications: 0, files: 0, plannedFrom: 1 });
    await staging.takeBack([{ id: 'p1', state: 'checked' }]);
    await materials.removeAll(['gone']);
  },
  'what is new': async ({ materials }) => {
    const all = { kind: null, facultyId: null, place: null, before: null };
    const before = { createdAt: 1, sequence: 1 };
    for (const selection of [
      all,
      { ...all, before },
      { ...all, kind: 'book' as const, before },
      { ...all, facultyId: 'csit', before },
      { ...all, place, before },
      { ...all, place, kind: 'paper' as const, before },
    ])
      await materials.listNewest(selection, 51);
  },
  'what harvesters see': async ({ harvest }) => {
    await harvest.state();
    await harvest.find('a1');
    for (const facultyId of [null, 'csit']) {
      await harvest.list({ order: 'number', after: 10, facultyId }, 101);
      await harvest.list({ order: 'revision', after: 10, upTo: 5000, facultyId }, 101);
    }
    await harvest.findRevisions(1, 2_000_000_000);
  },
  'a changed catalogue': async ({ harvest }) => {
    await harvest.noteFaculties(new Map([['csit', 'old']]));
    await harvest.noteFaculties(new Map([['csit', 'new']]));
    await harvest.touch(100);
  },
  'the last sequence': ({ materials }) => materials.lastSequence(),
  'a part of the site map': ({ materials }) => materials.listPublic({ from: 1, to: 10_001 }),
  'when a part of the site map changed': ({ materials }) => materials.summarisePublic({ from: 1, to: 10_001 }),
  'counts by year': ({ materials }) => materials.countByYear('csit'),
  'whether a file is shown': ({ materials }) => materials.isFileShown('file7'),
  'the bytes of a file': ({ files }) => files.findByDigest('digest7'),
  'all files with the same bytes': ({ files }) => files.listByDigest('digest7'),
  'materials with the same bytes': ({ materials }) => materials.listByDigest('digest7'),
  'oldest materials with the same bytes': ({ materials }) => materials.findShownByDigest(['digest7', 'gone']),
  'materials with the same bytes, also in the trash': ({ materials }) => materials.listByDigest('digest7', 'anywhere'),
  'derived files to keep': ({ files }) => files.knownDigests(['digest7', 'gone']),
  'records of many materials': ({ materials }) => materials.findSome(['a7', 'gone']),
  'records of many files': ({ files }) => files.findStates(['file7', 'gone']),
  'all finished files': ({ files }) => files.listFinished({ sha256: 'digest7', sequence: 7 }, 1000),
  'whether there are files': ({ files }) => files.hasAny(),
  'a file': ({ files }) => files.find('file7'),
  samples: ({ materials }) => materials.listSamples(),
  'materials that the index is compared with': ({ materials }) => materials.listVersions(0, 200),
  'old trash': ({ materials }) => materials.listWithdrawnBefore(1, 100),
  'uploads under way': async ({ files }) => {
    await files.listPending(100);
    await files.listPending(100, 1);
  },
  'removed files': async ({ files }) => {
    await files.listRemoved(100);
    await files.listRemoved(100, 'file7');
    await files.findRemoved('file7');
    await files.forgetRemoved('file7');
  },
  'the lived time': async ({ livedTime }) => {
    await livedTime.add(1);
    await livedTime.find();
  },
  'an account': async ({ accounts }) => {
    await accounts.find('u1');
    await accounts.findByEmail('a@library.test');
  },
  'the administrator': ({ accounts }) => accounts.findAdministrator(),
  sessions: async ({ accounts }) => {
    await accounts.findSession('s1');
    await accounts.findSessionBySecret('hash');
    await accounts.listSessions('u1');
    await accounts.removeEndedSessions(1);
    await accounts.removeSession('s1');
    await accounts.removeSessions('u1', 's1');
    await accounts.removeSessions('u1');
    await accounts.extendSession('s1', { expiresAt: 1 });
  },
  'writing an account': async ({ accounts }) => {
    await accounts.insert({
      id: 'u1',
      email: 'a@library.test',
      name: 'A',
      passwordHash: 'x',
      isAdministrator: false,
    });
    await accounts.update('u1', { name: 'B' });
    const session = { id: 's1', userId: 'u1', secretHash: 'hash', expiresAt: 1, ip: '', userAgent: '' };
    await accounts.insertSession(session);
    await accounts.removeSessions('u1');
  },
  'known browsers': async ({ accounts }) => {
    const account = { id: 'u2', email: 'b@library.test', name: 'B', passwordHash: 'x', isAdministrator: false };
    await accounts.insert(account);
    await accounts.keepBrowser('u2', 'hash', 5);
    await accounts.listAccountsOfBrowser('hash');
    await accounts.renameBrowser('hash', 'other');
    await accounts.countBrowsers('u2');
    await accounts.removeBrowsers('u2', 'hash');
    await accounts.removeBrowsers('u2');
    await accounts.removeBrowsersSeenBefore(1);
    await accounts.keepLatestSessions('u2', 5);
    await accounts.remove('u2');
  },
  'waits before signing in': async ({ accounts }) => {
    await accounts.saveWait({ key: 'a', step: 1, endsAt: 1 });
    await accounts.listWaits(1, 100);
    await accounts.removeWait('a');
    await accounts.removeWaitsBefore(1);
  },
  'all administrators': ({ accounts }) => accounts.listAdministrators(),
  'the trail': async ({ trail }) => {
    const who = { userId: 'u1', userName: 'A', subjectId: '', title: '', detail: '', network: '' };
    await trail.insert({ ...who, action: 'sign-in', isDeed: true });
    await trail.count({ ...who, action: 'failure', isDeed: false }, 2);
    await trail.list({ limit: 20 });
    await trail.list({ limit: 20, before: 5, since: 1, isDeed: true });
    await trail.prune({ isDeed: true, before: 1, keep: 100, maxAged: 100 });
  },
  'a setting': async ({ settings }) => {
    await settings.set('a', 'b');
    await settings.ensure('a', 'c');
    await settings.find('a');
  },
  'writing a file': async (database) => {
    await addFile(database, 'written');
    await database.files.addChunk('written', 0);
    await database.files.update('written', { name: 'other.pdf' });
    await database.files.turnPages('', [{ first: 1, last: 1, degrees: 180, isByHand: true }]);
    await database.files.remove('written');
  },
  'restoring the record of a file': async ({ files }) => {
    const facts = { name: 'lost.pdf', folder: '', permissions: [], mimeType: 'application/pdf', sizeBytes: 1 };
    const known = { sha256: 'lost', pageCount: null, warning: null, ownerId: 'u1', createdAt: 1 };
    await files.restoreRecord({ id: 'lost', ...facts, ...known });
    await files.remove('lost');
  },
  'photographs of a PDF': async (database) => {
    const { files } = database;
    for (const id of ['photo', 'photographed']) await addFile(database, id);
    await files.linkPhotographs('photographed', [{ photographId: 'photo', turn: 0, keepsWhole: false }]);
    await files.listPhotographs('photographed');
    await files.isPhotograph('photo');
    await files.remove('photographed');
  },
  'writing a material': async ({ materials }) => {
    await materials.insert(newMaterial('written', { fileId: 'file1', permissions: ['read("users")'] }));
    await materials.update('written', { title: 'Other', permissions: ['read("any")'] });
    await materials.withdraw('written');
    await materials.restore('written');
    await materials.remove('written');
  },
};

/** The known slow plans, with reasons. No other statement may scan or sort a table. */
const reasons: { name: RegExp; step: RegExp; why: string }[] = [
  { name: /^counts /, step: /^in place: SCAN shelf_counts$/, why: 'a few rows for each subject of the catalogue' },
  { name: /^a subject's papers/, step: /^in place: USE TEMP B-TREE FOR LAST/, why: 'ties of one year at one place' },
  { name: /^by id$/, step: /^in place: USE TEMP B-TREE/, why: 'as many rows as ids were named' },
  { name: /^the library of a term, by text$/, step: /^in place/, why: 'a place with few books' },
  { name: /samples/, step: /^(?:in place|apart): SCAN .* materials_of_samples$/, why: 'as many rows as samples' },
  { name: /^uploads under way$/, step: /^in place: SCAN files USING INDEX files_pending$/, why: 'those alone' },
  { name: /^whether there are files$/, step: /^in place: SCAN files USING COVERING INDEX/, why: 'reads one row' },
  { name: /^removed files$/, step: /^in place: SCAN removed_files$/, why: 'those whose bytes are still to be removed' },
  { name: /^known browsers$/, step: /^in place: USE TEMP B-TREE/, why: 'the few of one account' },
  { name: /^changes of many$/, step: /SCAN (?:rows|json_each)/, why: 'the ids that were named' },
  {
    name: /^(?:records of many|since when many|derived files)/,
    step: /SCAN (?:wanted|json_each)/,
    why: 'the named rows',
  },
  {
    name: /^oldest materials with the same bytes$/,
    step: /^in place: (?:SCAN json_each|USE TEMP B-TREE FOR GROUP BY$)/,
    why: 'as many rows as digests were named',
  },
  { name: /^changes of many$/, step: /SCAN bulk_changes/, why: 'from its newest end, at most a thousand' },
  { name: /^publications$/, step: /SCAN publications/, why: 'at most a thousand' },
  { name: /^publications$/, step: /SCAN json_each/, why: 'the ids that were named' },
  { name: /^publications$/, step: /SCAN (?:\(subquery-\d+\)|numbered)$/, why: 'the paths that were sent' },
  {
    name: /^publications$/,
    step: /TEMP B-TREE FOR (?:GROUP|ORDER) BY|FOR DISTINCT/,
    why: 'states and folders, which are few',
  },
  {
    name: /^publications$/,
    step: /SCAN staged_files USING COVERING INDEX/,
    why: 'counts at most 20,000 before more are staged',
  },
  {
    name: /^(?:restoring the record of a file|writing a file|photographs of a PDF)$/,
    step: /^in place: USE TEMP B-TREE FOR DISTINCT$/,
    why: 'at most the hundred photographs of one PDF',
  },
  { name: /^the trail$/, step: /^in place: SCAN trail/, why: 'from its newest end, and only so much of it is kept' },
  { name: /^the administrator$/, step: /^in place: SCAN accounts$/, why: 'asked once, at the start' },
  {
    name: /^counts (?:as a member|of everything there is)$/,
    step: /^apart: SCAN .* materials_not_public$/,
    why: 'those alone',
  },
  { name: /^hidden materials$/, step: /^apart: SCAN hidden_materials/, why: 'those alone' },
  { name: /^some hidden/, step: /^apart: USE TEMP B-TREE/, why: 'as many rows as ids were named' },
  { name: /^counts by year$/, step: /^apart: USE TEMP B-TREE FOR GROUP BY$/, why: 'the few that are hidden' },
  { name: /text|search/, step: /^apart/, why: 'an index finds three letters or more of a title only' },
  { name: /order|by words/, step: /^apart/, why: 'anybody may ask for any order; it is sorted under a deadline' },
  { name: /^(?:unused )?files/, step: /^apart/, why: 'all files, for the administrator' },
  {
    name: /^inventory (?!by (?:size|pages))/,
    step: /^apart: (?:SCAN|SEARCH)/,
    why: 'from one end of an index, or as many rows as a filter leaves',
  },
  {
    name: /^inventory (?:by (?:size|pages)|of)/,
    step: /^apart/,
    why: 'sizes are stored with files; what a filter leaves is sorted under a deadline',
  },
  {
    name: /^what is new$/,
    step: /^apart: SCAN materials USING INDEX materials_by_moment$/,
    why: 'from its newest end',
  },
  {
    name: /^what harvesters see$/,
    step: /^in place: SCAN (?:harvest_clock|migrations USING INDEX)/,
    why: 'the only row, and the first one',
  },
  {
    name: /^a changed catalogue$/,
    step: /^in place: SCAN (?:harvest_faculties|harvest_clock|json_each)/,
    why: 'a row for each faculty, and the records that are touched at once',
  },
  { name: /^misplaced$/, step: /^apart/, why: 'sorts what the catalogue no longer has' },
];

const called = new Set<string>();

/** Records which methods of the port are used. */
function noteCalls(database: Database): Database {
  const note = <Group extends object>(name: string, group: Group): Group =>
    new Proxy(group, {
      get(target, method) {
        called.add(`${name}.${String(method)}`);
        return Reflect.get(target, method);
      },
    });
  const {
    materials,
    inventory,
    bulkChanges,
    publications,
    files: fileRecords,
    accounts,
    trail,
    settings,
    livedTime,
    harvest,
  } = database;
  return {
    ...database,
    materials: note('materials', materials),
    inventory: note('inventory', inventory),
    bulkChanges: note('bulkChanges', bulkChanges),
    publications: note('publications', publications),
    files: note('files', fileRecords),
    accounts: note('accounts', accounts),
    trail: note('trail', trail),
    settings: note('settings', settings),
    livedTime: note('livedTime', livedTime),
    harvest: note('harvest', harvest),
  };
}

let opened: Awaited<ReturnType<typeof openFilled>> | undefined;
const openDatabase = () => {
  if (!opened) throw new Error('the database is not open');
  return opened.database;
};

async function openFilled() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-plans-'));
  const statements: QueryRun[] = [];
  const open = () => openSqlite({ dataDir, publicUrl, ids, onQuery: (statement) => statements.push(statement) });
  const database = await open();
  return { dataDir, database, statements, open };
}

/** Enough papers and books that a full scan is slow. */
async function fill(database: Database): Promise<void> {
  for (let index = 0; index < files; index += 1) await addFile(database, `file${index}`, { sha256: `digest${index}` });
  await database.transaction(async ({ materials }) => {
    for (let index = 0; index < 5200; index += 1) {
      const kind = index % 2 === 0 ? 'paper' : 'book';
      const facts = {
        title: `Question paper ${index}`,
        subject: `Subject ${index % 30}`,
        fileId: `file${index % files}`,
      };
      await materials.insert(newMaterial(`a${index}`, { kind, ...facts }));
    }
  });
}

const files = 40;

/** The statements whose plan scans or sorts a table. */
function findSlow(statements: readonly QueryRun[]): string[] {
  if (!opened) return [];
  using file = new DatabaseSync(path.join(opened.dataDir, sqliteFileName), { readOnly: true });
  defineStopFunction(file);
  const found = new Set<string>();
  for (const { sql, isApart } of statements) {
    if (/^(begin|commit|rollback)/.test(sql)) continue;
    // An index on the kind alone finds everything of that kind: counting or searching it scans the table.
    const allOfKind = /like|match/.test(sql) ? /\(kind=\?(?: AND is_public=\?)?\)$/ : /^$/;
    const counted = sql.includes('count(*)') ? /\(kind=\?\)$/ : /^$/;
    for (const { detail } of file.prepare(`explain query plan ${sql}`).all()) {
      const step = String(detail);
      if (![allOfKind, counted, /^SCAN (?!CONSTANT|\d)|TEMP B-TREE/].some((slow) => slow.test(step))) continue;
      found.add(`${isApart ? 'apart' : 'in place'}: ${step}`);
    }
  }
  return [...found].sort();
}

describe.each(['as it is new', 'once its sizes are known'])('every statement of a library, %s,', (state) => {
  beforeAll(async () => {
    opened = await openFilled();
    await fill(opened.database);
    if (state === 'as it is new') return;
    // Only connections opened afterwards use the new statistics.
    await opened.database.tidy();
    await opened.database.close();
    opened.database = await opened.open();
  });
  afterAll(async () => {
    await opened?.database.close();
    if (opened) await rm(opened.dataDir, { recursive: true });
  });

  test.each(Object.entries({ ...pages, ...searches, ...panel, ...inventories, ...contract, ...duties }))(
    '%s',
    async (name, ask) => {
      opened?.statements.splice(0);
      await ask(noteCalls(openDatabase()));
      const unexplained = findSlow(opened?.statements ?? []).filter(
        (found) => !reasons.some(({ name: names, step }) => names.test(name) && step.test(found)),
      );
      expect(unexplained).toEqual([]);
    },
  );

  test('every method of the port is covered', () => {
    const {
      materials,
      inventory,
      bulkChanges,
      publications,
      files: fileRecords,
      accounts,
      trail,
      settings,
      harvest,
    } = openDatabase();
    const records = { materials, inventory, bulkChanges, publications, files: fileRecords };
    const groups = { ...records, accounts, trail, settings, harvest };
    const methods = Object.entries(groups).flatMap(([group, records]) =>
      Object.keys(records).map((method) => `${group}.${method}`),
    );
    expect(methods.filter((method) => !called.has(method))).toEqual([]);
  });
});
