import { expect, test } from 'vitest';
import { readParameters } from '#contract/address-parameters.ts';
import {
  countFilters,
  readSearchAddress,
  requestOf,
  toUnderstood,
  toggleFilter,
  withoutFilters,
} from './search-address.ts';

const read = (query: string) => readSearchAddress(readParameters(query));

test('the address of a search and its request have the same words and filters', () => {
  expect(
    requestOf(
      read('?q=+linked+list+&kind=paper&kind=note&facultyId=csit&subject=A,+B&year=2024&year=2023&yearBs=2080&part=3'),
    ),
  ).toEqual({
    q: 'linked list',
    kind: ['note', 'paper'],
    facultyId: ['csit'],
    semesterId: [],
    subject: ['A, B'],
    year: [2023, 2024],
    yearBs: [2080],
    asTyped: false,
    limit: 20,
    offset: 40,
  });
});

test('a number, a word of JSON or an operator is searched as typed', () => {
  for (const q of ['2023', '1e3', 'true', 'null', '"binary tree" -avl', 'C++', '__proto__'])
    expect(requestOf(read(`?q=${encodeURIComponent(q)}`))?.q).toBe(q);
});

test('without words nothing is requested, and values that no filter has are dropped', () => {
  expect(requestOf(read('?q=++&kind=paper'))).toBeNull();
  expect(requestOf(read('?q=a&q=b'))).toBeNull();
  const { q: _q, kind, year, part, open } = read('?q=x&kind=poem&year=19&year=year&part=0&open=');
  expect([kind, year, part, open]).toEqual([undefined, undefined, undefined, undefined]);
  expect(read(`?q=${'x'.repeat(1000)}`).q).toHaveLength(500);
});

test('the words and filters of an understood search take the place of the typed ones', () => {
  const before = read('?q=bca+os+2079&kind=note');
  expect(toUnderstood(before, {})).toBe(before);
  const applied = {
    q: 'Operating System',
    kind: ['note'],
    facultyId: ['bca'],
    semesterId: [],
    subject: ['Operating System'],
  };
  const understood = {
    subjects: [],
    terms: [],
    applied: { ...applied, kind: ['note' as const], year: [], yearBs: [2079] },
  };
  expect(toUnderstood(before, { understood })).toMatchObject({ ...applied, semesterId: undefined, yearBs: ['2079'] });
});

test('adding or removing a filter returns to the first part and closes the open material', () => {
  const before = read('?q=x&kind=paper&part=2&open=m1&page=3&find=x');
  const added = toggleFilter(before, 'kind', 'book');
  expect(added).toMatchObject({ q: 'x', kind: ['book', 'paper'] });
  expect([added.part, added.open, added.page, added.find]).toEqual([undefined, undefined, undefined, undefined]);
  expect(countFilters(added)).toBe(2);
  expect(toggleFilter(toggleFilter(added, 'kind', 'book'), 'kind', 'paper').kind).toBeUndefined();
  expect(countFilters(withoutFilters(read('?q=x&kind=paper&year=2020&subject=a')))).toBe(0);
});
