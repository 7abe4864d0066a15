import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openSdkPage, sdkReleases, type Sdk } from '#test/support/sdk.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

declare const Appwrite: Sdk;

/** A call of the SDK's `Query`: its method and arguments; a nested call stands for the text it returns. */
type Call = [method: string, ...given: unknown[]];
type Nested = { calls: Call[] };

const shelf = [
  { id: 'n1', title: 'Alpha, 100% sure', year: 2020 },
  { id: 'n2', title: 'Beta_two', year: 2021 },
  { id: 'n3', title: 'Gamma without a year', year: null },
  { id: 'n4', title: 'Delta in several words', year: 2023 },
  { id: 'n5', title: 'Epsilon', year: 2024 },
];
const longAgo = '2000-01-01T00:00:00.000+00:00';
const farAhead = '2100-01-01T00:00:00.000+00:00';
const all = ['n1', 'n2', 'n3', 'n4', 'n5'];
const within = (...calls: Call[]): Nested => ({ calls });

/** Results of each method among those notes, in the order of the response. */
const cases: { queries: Call[]; found: string[] }[] = [
  { queries: [['equal', 'title', 'Beta_two']], found: ['n2'] },
  { queries: [['equal', 'year', [2024, 2020]]], found: ['n1', 'n5'] },
  { queries: [['notEqual', 'year', 2020]], found: ['n2', 'n4', 'n5'] },
  { queries: [['lessThan', 'year', 2021]], found: ['n1'] },
  { queries: [['lessThanEqual', 'year', 2021]], found: ['n1', 'n2'] },
  { queries: [['greaterThan', 'year', 2023]], found: ['n5'] },
  { queries: [['greaterThanEqual', 'year', 2023]], found: ['n4', 'n5'] },
  { queries: [['between', 'year', 2021, 2023]], found: ['n2', 'n4'] },
  { queries: [['notBetween', 'year', 2021, 2023]], found: ['n1', 'n5'] },
  { queries: [['isNull', 'year']], found: ['n3'] },
  { queries: [['isNotNull', 'year']], found: ['n1', 'n2', 'n4', 'n5'] },
  { queries: [['startsWith', 'title', 'Alpha, 100%']], found: ['n1'] },
  { queries: [['startsWith', 'title', 'B_t']], found: [] },
  { queries: [['notStartsWith', 'title', 'Beta_']], found: ['n1', 'n3', 'n4', 'n5'] },
  { queries: [['endsWith', 'title', 'words']], found: ['n4'] },
  { queries: [['notEndsWith', 'title', 'words']], found: ['n1', 'n2', 'n3', 'n5'] },
  { queries: [['contains', 'title', 'several']], found: ['n4'] },
  { queries: [['contains', 'title', ['100%', '_']]], found: ['n1', 'n2'] },
  { queries: [['containsAny', 'title', ['several', 'silon']]], found: ['n4', 'n5'] },
  { queries: [['notContains', 'title', 'several']], found: ['n1', 'n2', 'n3', 'n5'] },
  { queries: [['search', 'title', 'several wor']], found: ['n4'] },
  { queries: [['notSearch', 'title', 'year']], found: ['n1', 'n2', 'n4', 'n5'] },
  { queries: [['and', within(['greaterThan', 'year', 2020], ['lessThan', 'year', 2024])]], found: ['n2', 'n4'] },
  {
    queries: [
      ['or', within(['isNull', 'year'], ['and', within(['equal', 'year', 2024], ['startsWith', 'title', 'E'])])],
    ],
    found: ['n3', 'n5'],
  },
  { queries: [['orderAsc', 'title']], found: ['n1', 'n2', 'n4', 'n5', 'n3'] },
  {
    queries: [
      ['isNotNull', 'year'],
      ['orderDesc', 'year'],
    ],
    found: ['n5', 'n4', 'n2', 'n1'],
  },
  { queries: [['limit', 2]], found: ['n1', 'n2'] },
  { queries: [['offset', 3]], found: ['n4', 'n5'] },
  { queries: [['cursorAfter', 'n3']], found: ['n4', 'n5'] },
  {
    queries: [
      ['cursorBefore', 'n4'],
      ['limit', 2],
    ],
    found: ['n2', 'n3'],
  },
  {
    queries: [
      ['orderDesc', 'title'],
      ['cursorAfter', 'n5'],
      ['limit', 2],
    ],
    found: ['n4', 'n2'],
  },
  { queries: [['select', ['title']]], found: all },
  { queries: [['createdAfter', longAgo]], found: all },
  { queries: [['createdBefore', longAgo]], found: [] },
  { queries: [['createdBetween', longAgo, farAhead]], found: all },
  { queries: [['updatedAfter', farAhead]], found: [] },
  { queries: [['updatedBefore', farAhead]], found: all },
  { queries: [['updatedBetween', longAgo, farAhead]], found: all },
];

/** Outside the subset: each is an invalid query. */
const refused: Call[] = [
  ...['crosses', 'notCrosses', 'intersects', 'notIntersects', 'overlaps', 'notOverlaps', 'touches', 'notTouches'].map(
    (method): Call => [method, 'title', [[1, 2]]],
  ),
  ...['distanceEqual', 'distanceNotEqual', 'distanceGreaterThan', 'distanceLessThan'].map((method): Call => [
    method,
    'title',
    [1, 2],
    5,
  ]),
  ...['vectorCosine', 'vectorDot', 'vectorEuclidean'].map((method): Call => [method, 'title', [0.5, 0.5]]),
  ['containsAll', 'title', ['several', 'words']],
  ['elemMatch', 'title', within(['equal', 'year', 2020])],
  ['exists', ['title']],
  ['notExists', ['title']],
  ['regex', 'title', '^A'],
  ['contains', 'year', 2020],
  ['search', 'subject', 'words'],
];

/** Methods of `Query` that old releases use internally. */
const inner = ['addQuery', 'parseValues'];
/** Tested separately: any order is valid. */
const besides = ['orderRandom'];

/** One for all releases: they only read. */
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  const librarian = await openLibrarian(server.url);
  const file = await librarian.upload('notes.pdf', Buffer.from('%PDF-1.7\n'));
  for (const { id, title, year } of shelf) {
    const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
    await librarian.publish('note', { ...place, title, year, fileId: file.$id }, id);
  }
});

afterAll(() => server[Symbol.asyncDispose]());

test.each(sdkReleases)('every query method of the official SDK $release follows the contract', async ({ name }) => {
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  await openSdkPage(page, server.url, name);

  const seen = await page.evaluate(
    async ({ url, ids, cases, refused }) => {
      const client = new Appwrite.Client();
      client.setEndpoint(`${url}/v1`);
      client.setProject(ids.projectId);
      const databases = new Appwrite.Databases(client);
      const { Query } = Appwrite;
      const offers = (call: Call): boolean =>
        typeof Query[call[0]] === 'function' &&
        call.every(
          (each) => typeof each !== 'object' || !('calls' in (each as object)) || (each as Nested).calls.every(offers),
        );
      const write = ([method, ...given]: Call): string =>
        Query[method]!(
          ...given.map((each) =>
            each !== null && typeof each === 'object' && 'calls' in each ? (each as Nested).calls.map(write) : each,
          ),
        );
      const list = (queries: string[]) => databases.listDocuments(ids.databaseId, 'notes', queries);
      const answers = [];
      for (const { queries } of cases) {
        if (!queries.every(offers)) continue;
        const answer = await list(queries.map(write));
        answers.push({ queries, found: answer.documents.map((document) => document.$id), total: answer.total });
      }
      const refusals = [];
      for (const call of refused) {
        if (!offers(call)) continue;
        refusals.push([
          call[0],
          await list([write(call)]).then(
            () => 'allowed',
            (error: { code: number; type: string }) => `${error.code} ${error.type}`,
          ),
        ]);
      }
      const random = Query['orderRandom']
        ? (await list([Query['orderRandom']()])).documents.map((document) => document.$id).toSorted()
        : null;
      const selected = Object.keys((await list([Query['select']!(['title'])])).documents[0] ?? {});
      return {
        methods: Object.getOwnPropertyNames(Query).filter((each) => typeof Query[each] === 'function'),
        answers,
        refusals,
        random,
        selected,
      };
    },
    { url: server.url, ids, cases, refused },
  );

  const offered = (call: Call) =>
    seen.methods.includes(call[0]) && call.every((each) => !isNested(each) || each.calls.every(offered));
  const expected = cases.filter(({ queries }) => queries.every(offered));
  expect(seen.answers.map(({ queries, found }) => ({ queries, found }))).toEqual(expected);
  expect(seen.refusals.filter(([, answer]) => answer !== '400 general_query_invalid')).toEqual([]);
  expect(seen.random ?? all).toEqual(all);
  expect(seen.selected).toContain('title');
  expect(seen.selected).not.toContain('subject');
  const known = new Set([...cases.flatMap(({ queries }) => queries), ...refused].map(([method]) => method));
  expect(seen.methods.filter((each) => !known.has(each) && ![...inner, ...besides].includes(each))).toEqual([]);
});

function isNested(given: unknown): given is Nested {
  return typeof given === 'object' && given !== null && 'calls' in given;
}
