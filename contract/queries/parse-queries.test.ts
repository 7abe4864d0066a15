import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributesOfKind, builtInAttributes } from '#contract/collections.ts';
import { parseFunctionQuery } from './parse-function-query.ts';
import { parseQueries } from './parse-queries.ts';
import { Problem } from '#contract/problems.ts';
import { emptyQuery, queryLimits, type Filter, type ListQuery, type QueryValue } from '#contract/query.ts';
import { writeQueries, writeQueryString } from './write-queries.ts';

const attributes = [...attributesOfKind.paper, ...builtInAttributes];
const parse = (...texts: string[]) => parseQueries(texts, attributes);
const json = (query: object) => JSON.stringify(query);

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('no problem was thrown');
}

test('no queries mean the default list', () => {
  expect(parse()).toEqual(emptyQuery);
});

test('the queries of a papers list become filters and orders', () => {
  expect(
    parse(
      '{"method":"equal","attribute":"facultyId","values":["csit"]}',
      '{"method":"equal","attribute":"subject","values":["C","C++"]}',
      '{"method":"orderDesc","attribute":"year"}',
      '{"method":"orderAsc","attribute":"$createdAt"}',
      '{"method":"limit","values":[100]}',
      '{"method":"offset","values":[200]}',
    ),
  ).toEqual({
    ...emptyQuery,
    filters: [
      { method: 'equal', attribute: 'facultyId', values: ['csit'] },
      { method: 'equal', attribute: 'subject', values: ['C', 'C++'] },
    ],
    orders: [
      { attribute: 'year', direction: 'desc' },
      { attribute: '$createdAt', direction: 'asc' },
    ],
    limit: 100,
    offset: 200,
  });
});

test("datetimes of any zone are compared in the contract's format", () => {
  const query = parse(
    '{"method":"between","attribute":"$createdAt","values":["2026-03-04T10:52:00+05:45","2026-03-05"]}',
  );
  expect(query.filters).toEqual([
    {
      method: 'between',
      attribute: '$createdAt',
      values: ['2026-03-04T05:07:00.000+00:00', '2026-03-05T00:00:00.000+00:00'],
    },
  ]);
});

test('a sequence may be sent as a string, as documents have it', () => {
  expect(parse('{"method":"equal","attribute":"$sequence","values":["42"]}').filters).toEqual([
    { method: 'equal', attribute: '$sequence', values: [42] },
  ]);
});

test('select includes the $ keys, several add up, and a star selects everything', () => {
  expect(
    parse('{"method":"select","values":["$id","title"]}', '{"method":"select","values":["year","title"]}').select,
  ).toEqual(['title', 'year']);
  expect(parse('{"method":"select","values":["$id"]}').select).toEqual([]);
  expect(parse('{"method":"select","values":["title"]}', '{"method":"select","values":["*"]}').select).toBeNull();
});

test('a list searches at most a hundred texts and words, in any number of queries', () => {
  const holding = (count: number) => ({ method: 'contains', attribute: 'title', values: Array(count).fill('a') });
  const words = (count: number) => ({
    method: 'search',
    attribute: 'title',
    values: [Array(count).fill('a').join(' ')],
  });
  const read = (...filters: object[]) => parse(...filters.map((filter) => JSON.stringify(filter)));
  const refusal = 'more than 100 words or texts to search for';
  expect(read(holding(60), words(40)).filters).toHaveLength(2);
  expect(() => read(holding(60), words(41))).toThrow(refusal);
  expect(() => read({ method: 'or', values: [holding(60), holding(41)] })).toThrow(refusal);
  expect(read({ method: 'equal', attribute: 'title', values: Array(500).fill('a') }).filters).toHaveLength(1);
});

test('of several limits, offsets and cursors the first is in effect', () => {
  const query = parse(
    '{"method":"limit","values":[5]}',
    '{"method":"limit","values":[9]}',
    '{"method":"cursorAfter","values":["a1"]}',
    '{"method":"cursorBefore","values":["b2"]}',
  );
  expect(query.limit).toBe(5);
  expect(query.cursor).toEqual({ direction: 'after', id: 'a1' });
});

test('a random order has no attribute and takes no cursor', () => {
  expect(parse('{"method":"orderRandom"}').orders).toEqual([{ attribute: '$random', direction: 'asc' }]);
  expect(() => parse('{"method":"orderRandom"}', '{"method":"cursorAfter","values":["a1"]}')).toThrow('a cursor needs');
});

test.each([
  ['text that is no query', 'facultyId=csit'],
  ['a JSON array', '[1]'],
  ['broken JSON', '{"method":"equal"'],
  ['no method', '{"attribute":"title","values":["x"]}'],
  ['an unknown method', '{"method":"regex","attribute":"title","values":["x"]}'],
  ['a random order of something', '{"method":"orderRandom","attribute":"title"}'],
  ['an attribute that is no string', '{"method":"equal","attribute":7,"values":["x"]}'],
  ['no attribute', '{"method":"equal","values":["x"]}'],
  ['values that are no array', '{"method":"equal","attribute":"title","values":"x"}'],
  ['an unknown attribute', '{"method":"equal","attribute":"author","values":["x"]}'],
  ['an attribute of another kind', '{"method":"isNull","attribute":"coverImageUrl"}'],
  ['an inherited name', '{"method":"equal","attribute":"constructor","values":["x"]}'],
  ['text for a number', '{"method":"equal","attribute":"year","values":["2080"]}'],
  ['a fraction for a whole number', '{"method":"equal","attribute":"year","values":[2080.5]}'],
  ['a number for text', '{"method":"equal","attribute":"title","values":[1]}'],
  ['null as a value', '{"method":"equal","attribute":"title","values":[null]}'],
  ['a number for a boolean', '{"method":"equal","attribute":"isSample","values":[1]}'],
  ['a boolean that is less', '{"method":"lessThan","attribute":"isSample","values":[true]}'],
  ['a datetime that is none', '{"method":"lessThan","attribute":"$createdAt","values":["yesterday"]}'],
  ['a datetime that is no day', '{"method":"lessThan","attribute":"$createdAt","values":["2026-13-45"]}'],
  ['an empty equal', '{"method":"equal","attribute":"title","values":[]}'],
  ['two values for notEqual', '{"method":"notEqual","attribute":"title","values":["a","b"]}'],
  ['one value for between', '{"method":"between","attribute":"year","values":[1]}'],
  ['values for isNull', '{"method":"isNull","attribute":"year","values":[1]}'],
  ['a search without an index', '{"method":"search","attribute":"subject","values":["x"]}'],
  ['contains on a number', '{"method":"contains","attribute":"year","values":[2]}'],
  ['containsAll on text', '{"method":"containsAll","attribute":"title","values":["x"]}'],
  ['a NUL in text', json({ method: 'equal', attribute: 'title', values: ['a\0'] })],
  ['a lone surrogate', '{"method":"equal","attribute":"title","values":["\\ud800"]}'],
  ['and with one query', json({ method: 'and', values: [{ method: 'isNull', attribute: 'year' }] })],
  ['and with text', json({ method: 'and', values: ['isNull("year")', 'isNull("year")'] })],
  [
    'or with an order',
    json({
      method: 'or',
      values: [
        { method: 'isNull', attribute: 'year' },
        { method: 'orderAsc', attribute: 'year' },
      ],
    }),
  ],
  ['a limit of nothing', '{"method":"limit","values":[0]}'],
  ['a limit above the most', `{"method":"limit","values":[${queryLimits.maxLimit + 1}]}`],
  ['a limit as text', '{"method":"limit","values":["5"]}'],
  ['a limit that is missing', '{"method":"limit"}'],
  ['a negative offset', '{"method":"offset","values":[-1]}'],
  ['a malformed cursor', '{"method":"cursorAfter","values":["../x"]}'],
  ['a select of nothing', '{"method":"select","values":[]}'],
  ['a select of the unknown', '{"method":"select","values":["password"]}'],
  ['an order by the unknown', '{"method":"orderAsc","attribute":"password"}'],
  ['a function with an open string', 'equal("title", ["x)'],
  ['a function with more behind it', 'limit(1) limit(2)'],
  ['a nested function', 'or(isNull("year"), isNull("year"))'],
])('refuses %s as an invalid query', (_, text) => {
  const problem = problemOf(() => parse(text));
  expect(problem.type).toBe('general_query_invalid');
  expect(problem.message).toMatch(/^Invalid query/);
});

test('more than 100 queries, or one too long, are an invalid argument', () => {
  const query = '{"method":"isNull","attribute":"year"}';
  expect(parse(...Array.from({ length: 100 }, () => query)).filters).toHaveLength(100);
  expect(problemOf(() => parse(...Array.from({ length: 101 }, () => query))).type).toBe('general_argument_invalid');
  const long = (length: number) => query.padEnd(length, ' ');
  expect(parse(long(4096)).filters).toHaveLength(1);
  expect(problemOf(() => parse(long(4097))).type).toBe('general_argument_invalid');
});

test('filters nest eight deep and no deeper', () => {
  const leaf = { method: 'isNull', attribute: 'year' };
  const nest = (depth: number): object => (depth === 1 ? leaf : { method: 'or', values: [leaf, nest(depth - 1)] });
  expect(parse(json(nest(8))).filters).toHaveLength(1);
  expect(problemOf(() => parse(json(nest(9)))).message).toBe('Invalid query: nested deeper than 8 levels');
});

test('the function text of the releases 12 and 13 has the same meaning', () => {
  expect(
    parse(
      'equal("subject", ["Data, Structures (DSA)", "C++"])',
      'between("year", 2070, 2080)',
      'isNull("year")',
      'equal("isSample", [true])',
      'search("title", ["graph"])',
      'orderDesc("year")',
      'limit(10)',
      'offset(0)',
      'cursorAfter("68f0c1d2000a1b2c3d4e")',
      'select(["title","year"])',
    ),
  ).toEqual({
    ...emptyQuery,
    filters: [
      { method: 'equal', attribute: 'subject', values: ['Data, Structures (DSA)', 'C++'] },
      { method: 'between', attribute: 'year', values: [2070, 2080] },
      { method: 'isNull', attribute: 'year', values: [] },
      { method: 'equal', attribute: 'isSample', values: [true] },
      { method: 'search', attribute: 'title', values: ['graph'] },
    ],
    orders: [{ attribute: 'year', direction: 'desc' }],
    limit: 10,
    cursor: { direction: 'after', id: '68f0c1d2000a1b2c3d4e' },
    select: ['title', 'year'],
  });
});

test('a backslash in function text is a backslash, and a quote ends the string', () => {
  expect(parseFunctionQuery('equal("title", ["C:\\new"])')).toEqual({
    method: 'equal',
    attribute: 'title',
    values: ['C:\\new'],
  });
  expect(parseFunctionQuery('equal("title", ["say "hi""])')).toBeNull();
});

const text = fc
  .oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 8 }))
  .filter((value) => !value.includes('\0'));
const textAttribute = fc.constantFrom('title', 'subject', 'facultyId', 'downloadUrl', '$id');
const comparison: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    method: fc.constant('equal' as const),
    attribute: textAttribute,
    values: fc.array(text, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    method: fc.constantFrom(
      'notEqual' as const,
      'lessThan' as const,
      'startsWith' as const,
      'contains' as const,
      'notContains' as const,
    ),
    attribute: textAttribute,
    values: text.map((value) => [value]),
  }),
  fc.record({
    method: fc.constant('between' as const),
    attribute: fc.constantFrom('year', 'fileSize'),
    values: fc.tuple(fc.maxSafeInteger(), fc.maxSafeInteger()),
  }),
  fc.record({
    method: fc.constantFrom('isNull' as const, 'isNotNull' as const),
    attribute: fc.constantFrom('year', 'title'),
    values: fc.constant<QueryValue[]>([]),
  }),
  fc.record({
    method: fc.constantFrom('search' as const, 'notSearch' as const),
    attribute: fc.constant('title'),
    values: text.map((value) => [value]),
  }),
);
const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc.record({
      method: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).filter;
const identifier = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/);
const listQuery: fc.Arbitrary<ListQuery> = fc.record({
  filters: fc.array(filter, { maxLength: 4 }),
  orders: fc.array(
    fc.record({
      attribute: fc.constantFrom('title', 'year', '$createdAt'),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { maxLength: 3 },
  ),
  limit: fc.integer({ min: 1, max: queryLimits.maxLimit }),
  offset: fc.nat(),
  cursor: fc.option(fc.record({ direction: fc.constantFrom('after' as const, 'before' as const), id: identifier })),
  select: fc.option(fc.uniqueArray(fc.constantFrom('title', 'year', 'subject'))),
  wantsTotal: fc.boolean(),
});

test('written queries are parsed back to the same query', () => {
  fc.assert(
    fc.property(listQuery, (query) => {
      const texts = writeQueries(query);
      fc.pre(texts.every((each) => each.length <= queryLimits.maxQueryLength));
      expect(parseQueries(texts, attributes, query.wantsTotal)).toEqual(query);
    }),
  );
});

test('in an address, each query text has its index', () => {
  const query = writeQueryString({
    filters: [{ method: 'equal', attribute: 'subject', values: ['C & C++'] }],
    limit: 2,
    wantsTotal: false,
  });
  const read = new URLSearchParams(query);
  expect([...read.keys()]).toEqual(['queries[0]', 'queries[1]', 'total']);
  expect(parse(read.get('queries[0]') ?? '').filters).toEqual([
    { method: 'equal', attribute: 'subject', values: ['C & C++'] },
  ]);
  expect(writeQueryString({})).toBe('');
});

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record(
      {
        method: fc.oneof(
          fc.constantFrom('equal', 'and', 'or', 'limit', 'select', 'search', 'between', 'cursorAfter', 'orderAsc'),
          fc.string(),
        ),
        attribute: fc.oneof(fc.constantFrom('title', 'year', '$createdAt'), fc.anything()),
        values: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc
    .tuple(
      fc.constantFrom('equal', 'limit', 'select', 'between'),
      fc
        .array(fc.constantFrom('(', ')', '[', ']', '"', ',', 'title', '1', '-', 'true', ' '))
        .map((parts) => parts.join('')),
    )
    .map(([name, rest]) => `${name}(${rest})`),
);

test('only a Problem is thrown, for any input', () => {
  const thrownBy = (texts: string[]): unknown => {
    try {
      parseQueries(texts, attributes);
      return null;
    } catch (error) {
      return error;
    }
  };
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), (texts) => {
      const thrown = thrownBy(texts);
      expect(thrown === null || thrown instanceof Problem).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
