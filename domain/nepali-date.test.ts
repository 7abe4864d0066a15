import { expect, test } from 'vitest';
import { bikramSambatYears, yearAd } from './nepali-date.ts';

test('a date of Bikram Sambat is in the year AD that the calendar says', () => {
  // The new year of 2079 was 14 April 2022; 16 and 17 Poush 2079 were the last of 2022 and the first of 2023.
  expect(yearAd({ year: 2079, month: 1, day: 1 })).toEqual({ year: 2022, isSure: true });
  expect(yearAd({ year: 2079, month: 9, day: 16 })).toEqual({ year: 2022, isSure: true });
  expect(yearAd({ year: 2079, month: 9, day: 17 })).toEqual({ year: 2023, isSure: true });
  expect(yearAd({ year: 2080, month: 12, day: 30 })).toEqual({ year: 2024, isSure: true });
});

test('a month is in one year AD, except Poush, which is in two', () => {
  expect(yearAd({ year: 2079, month: 8 })).toEqual({ year: 2022, isSure: true });
  expect(yearAd({ year: 2079, month: 9 })).toMatchObject({ isSure: false });
  expect(yearAd({ year: 2079, month: 10 })).toEqual({ year: 2023, isSure: true });
});

test('a year without a date is that of its first two thirds, and not sure', () => {
  expect(yearAd({ year: 2079 })).toEqual({ year: 2022, isSure: false });
});

test('what is not in the calendar has no year', () => {
  expect(yearAd({ year: 2079, month: 13 })).toBeNull();
  expect(yearAd({ year: Number.NaN })).toBeNull();
  expect(yearAd({ year: bikramSambatYears.first - 1 })).toBeNull();
  expect(yearAd({ year: bikramSambatYears.last + 1 })).toBeNull();
  for (let year = bikramSambatYears.first; year <= bikramSambatYears.last; year += 1) {
    expect(yearAd({ year, month: 4, day: 1 })).toEqual({ year: year - 57, isSure: true });
  }
  expect(yearAd({ year: 2079, month: 2, day: 40 })).toEqual({ year: 2022, isSure: true });
});
