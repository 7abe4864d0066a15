import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { parseRealtimeQueries, passesFilters } from './realtime-queries.ts';

const payload = {
  $id: 'x',
  $sequence: '12',
  $collectionId: 'papers',
  $createdAt: '2026-03-04T05:06:07.089+00:00',
  subject: 'C Programming',
  year: 2080,
  pageCount: null,
  isSample: false,
};

const query = (method: string, attribute?: string, ...values: unknown[]) => ({ method, attribute, values });
const passes = (...queries: object[]) =>
  passesFilters(parseRealtimeQueries(queries.map((each) => JSON.stringify(each))), payload);

test.each([
  [true, query('equal', 'subject', 'Operating Systems', 'C Programming')],
  [false, query('equal', 'subject', 'Operating Systems')],
  [true, query('equal', '$collectionId', 'papers')],
  [true, query('equal', 'isSample', false)],
  [false, query('equal', 'isSample', true)],
  [true, query('equal', '$sequence', '12')],
  [true, query('greaterThan', '$sequence', 9)],
  [true, query('notEqual', 'year', 2079)],
  [false, query('notEqual', 'year', 2080)],
  [false, query('notEqual', 'pageCount', 3)],
  [false, query('lessThan', 'year', 2080)],
  [true, query('lessThanEqual', 'year', 2080)],
  [false, query('greaterThan', 'year', 2080)],
  [true, query('greaterThanEqual', 'year', 2080)],
  [false, query('lessThan', 'pageCount', 3)],
  [true, query('greaterThan', '$createdAt', '2026-03-04T05:06:07Z')],
  [true, query('isNull', 'pageCount')],
  [true, query('isNull', 'neverHeardOf')],
  [false, query('isNull', 'year')],
  [true, query('isNotNull', 'year')],
  [true, query('select', undefined, '*')],
  [true, query('or', undefined, query('equal', 'year', 1), query('equal', 'year', 2080))],
  [false, query('and', undefined, query('equal', 'year', 1), query('equal', 'year', 2080))],
])('an event passing the filters is %s for %o', (expected, sent) => {
  expect(passes(sent)).toBe(expected);
});

test('an event must match all queries of a subscription', () => {
  expect(passes(query('equal', 'year', 2080), query('equal', 'subject', 'C Programming'))).toBe(true);
  expect(passes(query('equal', 'year', 2080), query('equal', 'subject', 'Other'))).toBe(false);
});

test.each([
  ['not JSON', 'equal("year", [2080])'],
  ['no object', '[]'],
  ['another method', JSON.stringify(query('search', 'title', 'pointer'))],
  ['a limit', JSON.stringify(query('limit', undefined, 3))],
  ['a selection of some', JSON.stringify(query('select', undefined, 'title'))],
  ['no attribute', JSON.stringify(query('equal', undefined, 1))],
  ['a value of the wrong type', JSON.stringify(query('equal', 'year', '2080'))],
  ['no value', JSON.stringify(query('equal', 'year'))],
  ['and of one', JSON.stringify(query('and', undefined, query('isNull', 'year')))],
  ['values that are no list', JSON.stringify({ method: 'equal', attribute: 'year', values: 3 })],
])('%s is an invalid query', (_, text) => {
  expect(() => parseRealtimeQueries([text])).toThrow(Problem);
});

test('nesting is limited', () => {
  let nested: object = query('isNull', 'year');
  for (let depth = 0; depth < 9; depth += 1) nested = query('and', undefined, nested, query('isNull', 'year'));
  expect(() => parseRealtimeQueries([JSON.stringify(nested)])).toThrow('nested deeper');
});
