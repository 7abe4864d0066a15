import { expect, test } from 'vitest';
import { countOfTerm, countsByPlace, countsOfSubject, sumByFaculty } from './shelf-summary.ts';

const counts = {
  totals: { paper: 5, note: 1, revision: 0, book: 2 },
  places: [
    { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'paper' as const, count: 4 },
    { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'note' as const, count: 1 },
    { facultyId: 'csit', semesterId: '2', subject: 'Statistics I', kind: 'book' as const, count: 2 },
    { facultyId: 'bca', semesterId: '1', subject: 'C Programming', kind: 'paper' as const, count: 1 },
  ],
};

test('the home page gets the total of each faculty', () => {
  const faculties = [
    { facultyId: 'csit', totals: { paper: 4, note: 1, revision: 0, book: 2 } },
    { facultyId: 'bca', totals: { paper: 1, note: 0, revision: 0, book: 0 } },
  ];
  expect(sumByFaculty({ totals: counts.totals, faculties })).toEqual({ csit: 7, bca: 1 });
});

test('the count of a term is that of its subjects, without subjects that are no longer in the catalogue', () => {
  const held = countsByPlace({ ...counts, places: counts.places.slice(0, 3) });
  const term = { id: '1', subjects: [{ name: 'C Programming' }, { name: 'Physics' }] };
  expect([countOfTerm(held, term, 'paper'), countOfTerm(held, term, 'revision')]).toEqual([4, 0]);
  expect(countOfTerm(held, { id: '2', subjects: [{ name: 'Physics' }] }, 'book')).toBe(0);
  expect(countsOfSubject(held, '2', 'Physics')).toEqual({});
});

test('a faculty page gets the counts of each subject by term', () => {
  expect(countsByPlace({ ...counts, places: counts.places.slice(0, 3) })).toEqual({
    '1': { 'C Programming': { paper: 4, note: 1 } },
    '2': { 'Statistics I': { book: 2 } },
  });
});
