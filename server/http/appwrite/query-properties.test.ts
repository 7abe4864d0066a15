import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { extentOf } from '#test/support/sweeps.ts';

/** Properties of lists over HTTP: for every query, the response agrees with a calculation without a database. */

const documents = '/databases/library/collections/notes/documents';
const titles = ['Alpha', 'alpha beta', 'Beta 100%', 'gamma_delta', 'Δέλτα', 'नेपाली', 'Epsilon'];
const subjects = ['C Programming', 'Physics', 'Digital Logic'];
const years = [2019, 2020, 2021, 2022, null];

type Filter =
  | { method: 'and' | 'or'; values: Filter[] }
  | { method: string; attribute: 'title' | 'subject' | 'year'; values?: (string | number)[] };

test('for every query, total is the true number, and the pages by offset and by cursor together are the whole list', async () => {
  await using server = await openTestServer();
  const caller = await callAsAdministrator(server.url);
  await fillShelf(caller, 45);
  const everything = await list(caller, [{ method: 'limit', values: [5000] }]);
  expect(everything.documents).toHaveLength(45);
  await fc.assert(
    fc.asyncProperty(
      fc.array(filter(), { maxLength: 3 }),
      fc.array(order, { maxLength: 2 }),
      fc.integer({ min: 1, max: 20 }),
      async (filters, orders, size) => {
        const matching = everything.documents.filter((each) => filters.every((one) => holds(one, each)));
        const whole = await list(caller, [...filters, ...orders, { method: 'limit', values: [5000] }]);
        expect(whole.total).toBe(matching.length);
        expect(ids(whole.documents).toSorted()).toEqual(ids(matching).toSorted());

        const byOffset: string[] = [];
        for (let offset = 0; offset === byOffset.length && offset < 46; offset += size) {
          const page = [
            { method: 'limit', values: [size] },
            { method: 'offset', values: [offset] },
          ];
          byOffset.push(...ids((await list(caller, [...filters, ...orders, ...page])).documents));
        }
        expect(byOffset).toEqual(ids(whole.documents));

        // A cursor cannot point to a row without a value to order by; those are requested by offset.
        if (orders.some(({ attribute }) => attribute === 'year')) return;
        const byCursor: string[] = [];
        for (let last: string | undefined; ;) {
          const page: object[] = [{ method: 'limit', values: [size] }];
          if (last) page.push({ method: 'cursorAfter', values: [last] });
          const found = await list(caller, [...filters, ...orders, ...page]);
          expect(found.total).toBe(matching.length);
          byCursor.push(...ids(found.documents));
          last = found.documents.at(-1)?.$id;
          if (!last) break;
        }
        expect(byCursor).toEqual(ids(whole.documents));
      },
    ),
    { seed: 20260104, numRuns: extentOf('cases', { all: 60, part: 12 }) },
  );
});

test('while others write, pages by cursor repeat nothing and omit nothing that is still there', async () => {
  await using server = await openTestServer();
  const caller = await callAsAdministrator(server.url);
  const fileId = await fillShelf(caller, 60);
  const staying = ids((await list(caller, [{ method: 'limit', values: [5000] }])).documents);
  const reading = new AbortController();
  let made = 0;
  const writing = (async () => {
    const own: string[] = [];
    while (!reading.signal.aborted) {
      const id = `w${made}`;
      made += 1;
      own.push(id);
      await create(caller, id, { title: titles[made % titles.length] ?? '', subject: 'Physics', year: 2020 }, fileId);
      if (own.length > 5) await caller.call('DELETE', `${documents}/${own.shift() ?? ''}`, { json: {} });
    }
  })();
  for (const orders of [
    [],
    [{ method: 'orderAsc', attribute: 'title' }],
    [{ method: 'orderDesc', attribute: '$id' }],
  ]) {
    for (const size of [3, 7, 25]) {
      const seen = await readByCursor(caller, orders, size);
      expect(new Set(seen).size).toBe(seen.length);
      expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
      // In the order of creation, new ones come last: there offsets work as well.
      if (orders.length > 0) continue;
      const byOffset: string[] = [];
      for (let offset = 0; offset < staying.length; offset += size) {
        const page = [
          { method: 'limit', values: [size] },
          { method: 'offset', values: [offset] },
        ];
        byOffset.push(...ids((await list(caller, page)).documents));
      }
      expect(byOffset.slice(0, staying.length)).toEqual(staying);
    }
  }
  reading.abort();
  await writing;
  expect(made).toBeGreaterThan(0);
});

test('malformed queries are refused with an explanation and never break anything', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.json(),
    fc
      .record(
        {
          method: fc.oneof(
            fc.constantFrom('equal', 'between', 'limit', 'cursorAfter', 'and', 'select', 'search'),
            fc.string(),
          ),
          attribute: fc.oneof(fc.constantFrom('title', 'year', '$id', '$createdAt', '__proto__'), fc.jsonValue()),
          values: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }), fc.jsonValue()),
        },
        { requiredKeys: ['method'] },
      )
      .map((each) => JSON.stringify(each)),
    fc.string({ maxLength: 20 }).map((each) => `equal("title", ["${each}"])`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
      const parameters = new URLSearchParams(texts.map((each, index) => [`queries[${index}]`, each]));
      const answer = await visitor.call('GET', `${documents}?${parameters.toString()}`);
      expect([200, 400]).toContain(answer.status);
      expect(answer.json).toHaveProperty(answer.status === 200 ? 'documents' : 'type');
    }),
    { seed: 20260105, numRuns: extentOf('cases', { all: 600, part: 100 }) },
  );
});

const order = fc.record({
  method: fc.constantFrom('orderAsc', 'orderDesc'),
  attribute: fc.constantFrom('title', 'subject', 'year', '$id', '$createdAt', '$sequence'),
});

function filter(depth = 0): fc.Arbitrary<Filter> {
  const comparison: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({
      method: fc.constant('equal'),
      attribute: fc.constant('title' as const),
      values: fc.subarray(titles, { minLength: 1 }),
    }),
    fc.record({
      method: fc.constant('notEqual'),
      attribute: fc.constant('subject' as const),
      values: fc.tuple(fc.constantFrom(...subjects)),
    }),
    fc.record({
      method: fc.constantFrom('lessThan', 'lessThanEqual', 'greaterThan', 'greaterThanEqual', 'equal', 'notEqual'),
      attribute: fc.constant('year' as const),
      values: fc.tuple(fc.integer({ min: 2018, max: 2023 })),
    }),
    fc.record({
      method: fc.constantFrom('between', 'notBetween'),
      attribute: fc.constant('year' as const),
      values: fc.tuple(fc.integer({ min: 2018, max: 2023 }), fc.integer({ min: 2018, max: 2023 })),
    }),
    fc.record({ method: fc.constantFrom('isNull', 'isNotNull'), attribute: fc.constant('year' as const) }),
    fc.record({
      method: fc.constantFrom('startsWith', 'endsWith', 'notStartsWith', 'notEndsWith'),
      attribute: fc.constant('title' as const),
      values: fc.tuple(fc.constantFrom('Al', 'ta', '100%', '_', 'Δ', 'ने', 'a')),
    }),
  );
  if (depth >= 2) return comparison;
  return fc.oneof(
    { weight: 3, arbitrary: comparison },
    {
      weight: 1,
      arbitrary: fc.record({
        method: fc.constantFrom('and' as const, 'or' as const),
        values: fc.array(filter(depth + 1), { minLength: 2, maxLength: 3 }),
      }),
    },
  );
}

/** True if a document matches the filter, calculated without a database. */
function holds(filter: Filter, document: MaterialDocument): boolean {
  if (!('attribute' in filter)) {
    return filter.method === 'and'
      ? filter.values.every((each) => holds(each, document))
      : filter.values.some((each) => holds(each, document));
  }
  const value: string | number | null | undefined = document[filter.attribute];
  const [first, second] = filter.values ?? [];
  if (filter.method === 'isNull') return value === null;
  if (value === null || value === undefined) return false;
  if (filter.method === 'isNotNull') return true;
  const text = String(value);
  const is: Record<string, () => boolean> = {
    equal: () => (filter.values ?? []).includes(value),
    notEqual: () => value !== first,
    lessThan: () => Number(value) < Number(first),
    lessThanEqual: () => Number(value) <= Number(first),
    greaterThan: () => Number(value) > Number(first),
    greaterThanEqual: () => Number(value) >= Number(first),
    between: () => Number(value) >= Number(first) && Number(value) <= Number(second),
    notBetween: () => Number(value) < Number(first) || Number(value) > Number(second),
    startsWith: () => text.startsWith(String(first)),
    endsWith: () => text.endsWith(String(first)),
    notStartsWith: () => !text.startsWith(String(first)),
    notEndsWith: () => !text.endsWith(String(first)),
  };
  return is[filter.method]?.() ?? false;
}

type List = { total: number; documents: MaterialDocument[] };

async function list(caller: ContractCaller, queries: object[]): Promise<List> {
  const parameters = new URLSearchParams(queries.map((each, index) => [`queries[${index}]`, JSON.stringify(each)]));
  const answer = await caller.call('GET', `${documents}?${parameters.toString()}`);
  expect({ status: answer.status, queries, text: answer.status === 200 ? '' : answer.text }).toMatchObject({
    status: 200,
  });
  return answer.json as List;
}

async function readByCursor(caller: ContractCaller, orders: object[], size: number): Promise<string[]> {
  const seen: string[] = [];
  for (let last: string | undefined; ;) {
    const page: object[] = [...orders, { method: 'limit', values: [size] }];
    if (last) page.push({ method: 'cursorAfter', values: [last] });
    const parameters = new URLSearchParams(page.map((each, index) => [`queries[${index}]`, JSON.stringify(each)]));
    const answer = await caller.call('GET', `${documents}?${parameters.toString()}`);
    // The row of the cursor may have been deleted; then the one before it is used.
    if (answer.json['type'] === 'general_cursor_not_found') {
      last = seen[seen.indexOf(last ?? '') - 1];
      seen.splice(last ? seen.indexOf(last) + 1 : 0);
      continue;
    }
    expect(answer.status).toBe(200);
    const found = ids((answer.json as List).documents);
    seen.push(...found);
    last = found.at(-1);
    if (!last) return seen;
  }
}

const ids = (found: { $id: string }[]) => found.map((each) => each.$id);

async function create(
  caller: ContractCaller,
  documentId: string,
  about: { title: string; subject: string; year: number | null },
  fileId: string,
): Promise<void> {
  const answer = await caller.call('POST', documents, {
    json: {
      documentId,
      data: {
        ...about,
        facultyId: 'csit',
        semesterId: '1',
        downloadUrl: `/v1/storage/buckets/files/files/${fileId}/preview`,
      },
    },
  });
  expect(answer.text).toContain(documentId);
}

/** Publishes notes with various titles, subjects and years. Returns the id of the file they share. */
async function fillShelf(caller: ContractCaller, count: number): Promise<string> {
  const fileId = await uploadSmallFile(caller, { name: 'note.pdf', content: smallPdf });
  for (let index = 0; index < count; index += 1) {
    const about = {
      title: titles[index % titles.length] ?? '',
      subject: subjects[index % subjects.length] ?? '',
      year: years[index % years.length] ?? null,
    };
    await create(caller, `m${(index * 37) % 101}`, about, fileId);
  }
  return fileId;
}
