import { expect, test } from 'vitest';
import type { SearchFacets } from '#contract/search.ts';
import type { Calendar } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { filterOptions, headingOf, labelOf } from './filter-names.ts';

const faculty = (id: string, name: string, terms: [id: string, name: string][]): FacultySummary => ({
  id,
  name,
  fullName: name,
  university: null,
  type: 'semester',
  duration: 8,
  description: '',
  terms: terms.map(([id, name]) => ({ id, name, subjectCount: 1 })),
});
const csit = faculty('csit', 'BSc CSIT', [
  ['1', 'Semester 1'],
  ['2', 'Semester 2'],
  ['10', 'Semester 10'],
]);
const llb = faculty('llb', 'LLB', [['1', 'Year 1']]);
const facets: SearchFacets = {
  kind: [{ value: 'note', count: 4 }],
  facultyId: [
    { value: 'csit', count: 3 },
    { value: 'llb', count: 1 },
  ],
  semesterId: [
    { value: '10', count: 2 },
    { value: '1', count: 2 },
  ],
  subject: [{ value: 'Constitutional Law', count: 1 }],
  year: [
    { value: 2021, count: 3 },
    { value: 2024, count: 1 },
  ],
  yearBs: [
    { value: 2078, count: 2 },
    { value: 2081, count: 1 },
  ],
};

test('filter options have the names used on the pages, years from the newest and semesters in order', () => {
  const show = (name: Parameters<typeof filterOptions>[0]) =>
    filterOptions(name, facets, [], { faculties: [csit, llb], calendar: 'ad' }).map(
      ({ label, count }) => `${label}: ${count}`,
    );
  expect(show('kind')).toEqual(['Study Notes: 4']);
  expect(show('facultyId')).toEqual(['BSc CSIT: 3', 'LLB: 1']);
  expect(show('semesterId')).toEqual(['Semester 1 / Year 1: 2', 'Semester 10: 2']);
  expect(show('year')).toEqual(['2024: 1', '2021: 3']);
});

test('a chosen value stays even without matches, and one that the catalogue lacks is shown unchanged', () => {
  expect(
    filterOptions('kind', facets, ['book', 'note'], { faculties: [csit], calendar: 'ad' }).map(({ value, count }) => [
      value,
      count,
    ]),
  ).toEqual([
    ['note', 4],
    ['book', 0],
  ]);
  expect(labelOf('facultyId', 'gone', { faculties: [csit], calendar: 'ad' })).toBe('gone');
  expect(labelOf('semesterId', '99', { faculties: [csit], calendar: 'ad' })).toBe('99');
});

test('years AD are marked only where Bikram Sambat comes first', () => {
  const show = (name: 'year' | 'yearBs', calendar: Calendar) => [
    headingOf(name, calendar),
    ...filterOptions(name, facets, [], { faculties: [csit], calendar }).map(({ label }) => label),
  ];
  expect(show('year', 'ad')).toEqual(['Year', '2024', '2021']);
  expect(show('yearBs', 'bs')).toEqual(['Year (BS)', '2081 BS', '2078 BS']);
  expect(show('year', 'bs')).toEqual(['Year (AD)', '2024 AD', '2021 AD']);
  expect(show('year', 'both')).toEqual(['Year', '2024', '2021']);
  expect(show('yearBs', 'both')).toEqual(['Year (BS)', '2081 BS', '2078 BS']);
});
