import { expect, test } from 'vitest';
import { countYears, durationWords, groupByTerm } from './publish-words.ts';

const place = (semesterId: string, subject: string, count: number) => ({
  facultyId: 'csit',
  facultyName: 'BSc CSIT',
  semesterId,
  termName: `Semester ${semesterId}`,
  subject,
  kinds: [{ kind: 'paper' as const, count }],
  count,
});

test('subjects are grouped by faculty and term, in order, with the total of each term', () => {
  const groups = groupByTerm([place('1', 'Physics', 3), place('1', 'Calculus', 2), place('4', 'Networks', 1)]);
  expect(groups.map(({ name, count, places }) => [name, count, places.length])).toEqual([
    ['BSc CSIT · Semester 1', 5, 2],
    ['BSc CSIT · Semester 4', 1, 1],
  ]);
});

test('years are formatted as the library writes them, with counts', () => {
  const years = [
    { year: 2023, yearBs: 2079, count: 3 },
    { year: 2023, yearBs: null, count: 2 },
    { year: 2022, yearBs: 2079, count: 1 },
    { year: null, yearBs: null, count: 4 },
  ];
  expect(countYears(years, 'ad')).toEqual([
    { year: '2023', count: 5 },
    { year: '2022', count: 1 },
    { year: 'No year', count: 4 },
  ]);
  expect(countYears(years, 'bs').map(({ year, count }) => `${year}: ${count}`)).toEqual([
    '2079 BS (2023): 3',
    '2023 AD: 2',
    '2079 BS (2022): 1',
    'No year: 4',
  ]);
  expect(countYears(years, 'both')[0]).toEqual({ year: '2023 · 2079 BS', count: 3 });
});

test('the duration is given roughly', () => {
  expect([2, 30, 70, 190].map(durationWords)).toEqual([
    'This takes a few seconds.',
    'This takes less than a minute.',
    'This takes about a minute.',
    'This takes about 3 minutes.',
  ]);
});
