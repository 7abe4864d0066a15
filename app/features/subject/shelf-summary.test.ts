import { expect, test } from 'vitest';
import { countsByPlace, sumByFaculty } from './shelf-summary.ts';

const counts = {
  totals: { paper: 5, note: 1, revision: 0, book: 2 },
  places: [
    { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'paper' as const, count: 4 },
    { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'note' as const, count: 1 },
    { facultyId: 'csit', semesterId: '2', subject: 'Statistics I', kind: 'book' as const, count: 2 },
    { facultyId: 'bca', semesterId: '1', subject: 'C Programming', kind: 'paper' as const, count: 1 },
  ],
};

test('the home page gets totals and the sum of each faculty', () => {
  expect(sumByFaculty(counts)).toEqual({ totals: counts.totals, byFaculty: { csit: 7, bca: 1 } });
});

test('a faculty page gets the counts of each subject by term', () => {
  expect(countsByPlace({ ...counts, places: counts.places.slice(0, 3) })).toEqual({
    '1': { 'C Programming': { paper: 4, note: 1 } },
    '2': { 'Statistics I': { book: 2 } },
  });
});
