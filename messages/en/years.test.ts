import { expect, test } from 'vitest';
import { yearAdWords, yearWords } from './years.ts';

test('years are shown in the calendar of the library, and a year of Bikram Sambat is never calculated', () => {
  const both = { year: 2022, yearBs: 2079 };
  const adAlone = { year: 2022, yearBs: null };
  expect([yearWords(both, 'ad'), yearWords(adAlone, 'ad')]).toEqual(['2022', '2022']);
  expect([yearWords(both, 'bs'), yearWords(adAlone, 'bs')]).toEqual(['2079 BS (2022)', '2022 AD']);
  expect([yearWords(both, 'both'), yearWords(adAlone, 'both')]).toEqual(['2022 · 2079 BS', '2022']);
  expect(yearWords({ year: null, yearBs: null }, 'bs')).toBe('');
});

test('a whole year AD is shown with the two years of Bikram Sambat that it overlaps', () => {
  expect((['ad', 'bs', 'both'] as const).map((calendar) => yearAdWords(2022, calendar))).toEqual([
    '2022',
    '2078/79 BS (2022)',
    '2022 · 2078/79 BS',
  ]);
});
