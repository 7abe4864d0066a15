import { expect, test } from 'vitest';
import type { FacultySummary } from '#domain/catalogue.ts';
import { readBookSearch, resolveBookFilter } from './book-search.ts';

const threeYears: FacultySummary = {
  id: 'llb',
  name: 'LLB',
  fullName: 'Bachelor of Laws',
  university: null,
  type: 'year',
  duration: 3,
  description: '',
  terms: ['1', '2', '3'].map((id) => ({ id, name: `Year ${id}`, subjectCount: 5 })),
};

test('defaults are left out of the address', () => {
  const search = readBookSearch({ faculty: 'all', semester: 1, q: '  ', part: '1', tab: 'all' });
  expect(Object.values(search).every((value) => value === undefined)).toBe(true);
});

test('a search for digits is treated as text', () => {
  expect(readBookSearch({ q: 2080 }).q).toBe('2080');
});

test('with All Faculties the semesters 1 to 8 can be chosen', () => {
  const filter = resolveBookFilter({}, [threeYears]);
  expect(filter.faculty).toBeNull();
  expect(filter.terms.map((term) => term.name)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((count) => `Semester ${count}`));
});

test('a semester that the faculty does not have becomes semester 1', () => {
  expect(resolveBookFilter({ faculty: 'llb', semester: '7' }, [threeYears]).semesterId).toBe('1');
  expect(resolveBookFilter({ faculty: 'llb', semester: '3' }, [threeYears]).semesterId).toBe('3');
});

test('an unknown faculty means all of them', () => {
  expect(resolveBookFilter({ faculty: 'astrology', semester: '7' }, [threeYears])).toMatchObject({
    faculty: null,
    semesterId: '7',
  });
});

test('all semesters of a faculty can be chosen, and the choice stays with another faculty', () => {
  expect(readBookSearch({ faculty: 'llb', semester: 'all' }).semester).toBe('all');
  expect(resolveBookFilter({ faculty: 'llb', semester: 'all' }, [threeYears])).toMatchObject({ semesterId: null });
});

test('the default is the first semester', () => {
  expect(resolveBookFilter({ faculty: 'llb' }, [threeYears]).semesterId).toBe('1');
});
