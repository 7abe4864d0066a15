import { expect, test } from 'vitest';
import { readTypedYear, datedYear } from './typed-year.ts';

test.each([
  ['2079', 2022, 2079],
  ['२०७९', 2022, 2079],
  [' २०७९ ', 2022, 2079],
  ['2022', 2022, null],
  ['२०२२', 2022, null],
  ['2027', 2027, null],
  ['2028', 1971, 2028],
  ['2020 BS', 1963, 2020],
  ['2020 b.s.', 1963, 2020],
  ['२०७९ वि.सं.', 2022, 2079],
  ['वि. सं. २०७९', 2022, 2079],
  ['BS 2079', 2022, 2079],
  ['2079 AD', 2079, null],
  ['A.D. 2022', 2022, null],
])('%s is %i AD and %s BS', (typed, year, yearBs) => {
  expect(readTypedYear(typed, 2026)).toEqual({ year, yearBs });
});

test.each(['', '20', '20799', 'BS', '2079 XX', 'BS 2079 AD', '२०७', '2079-80'])('"%s" is no year', (typed) => {
  expect(readTypedYear(typed, 2026)).toBeNull();
});

const yearOf = (path: string, firstPage: string | null = null) => datedYear(2079, { path, firstPage }, 2026);

test('the date of a paper selects one of the two years AD', () => {
  expect(yearOf('DSA 2079 Bhadra.pdf')).toBe(2022);
  expect(yearOf('DSA 2079 Chaitra.pdf')).toBe(2023);
  expect(yearOf('OS 2079-11-03.pdf')).toBe(2023);
  expect(yearOf('paper.pdf', 'Tribhuvan University\nInstitute of Science\n२०७९ फाल्गुन\nFull marks: 60')).toBe(2023);
});

test('a year AD next to the year of Bikram Sambat selects it as well', () => {
  expect(yearOf('DSA 2079 (2023).pdf')).toBe(2023);
});

test('without a date, or with that of another year, no year is selected', () => {
  expect(yearOf('DSA 2079.pdf')).toBeNull();
  expect(yearOf('DSA 2078 Chaitra.pdf')).toBeNull();
  expect(yearOf('DSA.pdf')).toBeNull();
});
