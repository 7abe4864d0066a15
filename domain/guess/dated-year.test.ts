import { expect, test } from 'vitest';
import { datedYear } from './dated-year.ts';

const yearOf = (path: string, firstPage: string | null = null) => datedYear(2079, { path, firstPage }, 2026);

test('the date of a paper selects one of the two years AD', () => {
  expect(yearOf('DSA 2079 Bhadra.pdf')).toBe(2022);
  expect(yearOf('DSA 2079 Chaitra.pdf')).toBe(2023);
  expect(yearOf('OS 2079-11-03.pdf')).toBe(2023);
  expect(yearOf('paper.pdf', 'Tribhuvan University\nInstitute of Science\n२०७९ फाल्गुन\nFull marks: 60')).toBe(2023);
});

test('a year AD written next to the year of Bikram Sambat also selects one', () => {
  expect(yearOf('DSA 2079 (2023).pdf')).toBe(2023);
});

test('without a date, or with that of another year, no year is selected', () => {
  expect(yearOf('DSA 2079.pdf')).toBeNull();
  expect(yearOf('DSA 2078 Chaitra.pdf')).toBeNull();
  expect(yearOf('DSA.pdf')).toBeNull();
});
