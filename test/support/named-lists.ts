import { inventorySorts } from '#contract/inventory.ts';
import { contains, emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import type { Database } from '#server/engines/database/database.ts';
import { wholeInventory } from './whole-inventory.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'Subject 0' };
const placeFilters = Object.entries(place).map(([attribute, value]) => equal(attribute, value));
const newest = [{ attribute: '$createdAt', direction: 'desc' as const }];
const byYear = [{ attribute: 'year', direction: 'desc' as const }];
const byTitle = [{ attribute: 'title', direction: 'asc' as const }];

/** Requests one list of the port. */
export type AskDatabase = (database: Database) => Promise<unknown>;

const list =
  (
    kind: 'paper' | 'book',
    query: Partial<ListQuery>,
    readers: readonly string[] | 'everything' = ['any'],
  ): AskDatabase =>
  ({ materials }) =>
    materials.list(kind, { ...emptyQuery, ...query }, readers);

const page = { direction: 'desc', limit: 20, offset: 0, cursor: null } as const;
const all = { kind: null, facultyId: null, place: null, before: null };
const before = { createdAt: 5000, sequence: 5000 };

/** Every list that pages, programs and the server itself request, by name. */
export const namedLists: Record<string, AskDatabase> = {
  "a subject's papers by year": list('paper', { filters: placeFilters, orders: byYear, limit: 100 }),
  "a subject's papers, newest first": list('paper', { filters: placeFilters, orders: newest }),
  "a subject's papers after a cursor": list('paper', {
    filters: placeFilters,
    orders: newest,
    cursor: { direction: 'after', id: 'a120' },
  }),
  'all of a kind': list('paper', {}),
  'all of a kind, newest first': list('paper', { orders: newest }),
  'all of a kind, newest first, for the administrator': list('paper', { orders: newest, limit: 20 }, 'everything'),
  'as a member': list('paper', { filters: placeFilters }, ['any', 'users', 'user:u1']),
  'the library': list('book', { orders: byTitle, limit: 50 }),
  'the library of a faculty': list('book', { orders: byTitle, filters: [equal('facultyId', 'bca')] }),
  'the library of a term': list('book', {
    orders: byTitle,
    filters: [equal('facultyId', 'bca'), equal('semesterId', '2')],
  }),
  'by id': list('paper', { filters: [equal('$id', 'a1', 'a3')] }),
  'samples of a kind': list('paper', { filters: [equal('isSample', true)], limit: 1 }, 'everything'),
  'by words of the title': list('paper', {
    filters: [{ method: 'search', attribute: 'title', values: ['question 1234'] }],
  }),
  'by a part of the title': list('paper', { filters: [contains('title', 'per 1234')] }),
  'the trash': ({ materials }) => materials.listTrash({ limit: 20, offset: 0 }),
  'the trash of a kind': ({ materials }) => materials.listTrash({ kind: 'book', limit: 20, offset: 0 }),
  'old trash': ({ materials }) => materials.listWithdrawnBefore(1, 100),
  'what is misplaced': ({ materials }) => materials.listAt([place], { limit: 20, offset: 0 }),
  'the samples': ({ materials }) => materials.listSamples(),
  'oldest materials with the same bytes': ({ materials }) => materials.findShownByDigest(['digest7', 'digest8']),
  'materials with the same bytes': ({ materials }) => materials.listByDigest('digest7'),
  'hidden materials': ({ materials }) => materials.listHidden({ limit: 25, offset: 0 }),
  'what is new': async ({ materials }) => {
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
  'a part of the site map': ({ materials }) => materials.listPublic({ from: 1, to: 1001 }),
  'materials that the index is compared with': ({ materials }) => materials.listVersions(0, 200),
  'uses of a file': ({ materials }) => materials.usesOfFile('file7', ['any', 'users']),
  'unused files': ({ files }) => files.listUnused({ limit: 20, offset: 0 }),
  'a page of materials by id': ({ materials }) =>
    materials.findSome(Array.from({ length: 50 }, (_, index) => `a${index}`)),
  'a thousand files by id': ({ files }) => files.findStates(Array.from({ length: 1000 }, (_, index) => `many${index}`)),
  'a thousand finished files': ({ files }) => files.listFinished({ sha256: 'b7', sequence: 7 }, 1000),
  'a thousand digests': ({ files }) => files.knownDigests(Array.from({ length: 1000 }, (_, index) => `b${index}`)),
  'notes of removed files': ({ files }) => files.listRemoved(1000, 'many7'),
  'what harvesters see': ({ harvest }) => harvest.list({ order: 'number', after: 10, facultyId: 'csit' }, 101),
  'the inventory of a publication': ({ inventory }) =>
    inventory.list({ ...wholeInventory, publicationId: 'made' }, { ...page, sort: 'uploaded' }),
  'what can be undone': async ({ bulkChanges, publications }) => {
    await bulkChanges.listSince(0, 25);
    await publications.listSince(0, 25);
  },
  'counts of a faculty': ({ materials }) => materials.count({ facultyId: 'csit' }),
  'counts as a member': ({ materials }) => materials.count({}, ['any', 'users']),
  ...Object.fromEntries(
    // Sizes are stored with files, and the total is counted row by row.
    inventorySorts
      .filter((sort) => sort !== 'size' && sort !== 'pages')
      .map((sort) => [
        `the inventory by ${sort}`,
        ({ inventory }: Database) => inventory.list({ ...wholeInventory, facultyIds: ['csit'] }, { ...page, sort }),
      ]),
  ),
};
