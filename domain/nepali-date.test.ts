import { expect, test } from 'vitest';
import { isSameTime, yearsAdOf, yearsBsOf } from './calendar.ts';
import { bikramSambatYears, currentYearBs, yearAd } from './nepali-date.ts';

test('a date of Bikram Sambat is in the year AD of the calendar', () => {
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

test('a year without a date is the year AD of its first two thirds, and not certain', () => {
  expect(yearAd({ year: 2079 })).toEqual({ year: 2022, isSure: false });
});

test('a date that is not in the calendar has no year', () => {
  expect(yearAd({ year: 2079, month: 13 })).toBeNull();
  expect(yearAd({ year: Number.NaN })).toBeNull();
  expect(yearAd({ year: bikramSambatYears.first - 1 })).toBeNull();
  expect(yearAd({ year: bikramSambatYears.last + 1 })).toBeNull();
  for (let year = bikramSambatYears.first; year <= bikramSambatYears.last; year += 1) {
    expect(yearAd({ year, month: 4, day: 1 })).toEqual({ year: year - 57, isSure: true });
  }
  expect(yearAd({ year: 2079, month: 2, day: 40 })).toEqual({ year: 2022, isSure: true });
});

test('a year of Bikram Sambat fits exactly the two years AD with which it shares days', () => {
  for (let yearBs = 2000; yearBs <= 2083; yearBs += 1) {
    const inCalendar = new Set<number | undefined>();
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= 29; day += 1) inCalendar.add(yearAd({ year: yearBs, month, day })?.year);
    }
    for (let year = yearBs - 60; year <= yearBs - 50; year += 1) {
      const isThere = inCalendar.has(year);
      expect([yearBs, year, isSameTime({ year, yearBs })]).toEqual([yearBs, year, isThere]);
      expect([year, yearBs, yearsBsOf(year).includes(yearBs)]).toEqual([year, yearBs, isThere]);
    }
    expect(yearsAdOf(yearBs)[0]).toBe(yearAd({ year: yearBs })?.year);
  }
  expect(isSameTime({ year: null, yearBs: 2079 })).toBe(false);
  expect(isSameTime({ year: 2022, yearBs: null })).toBe(true);
  expect(isSameTime({ year: null, yearBs: null })).toBe(true);
});

test('the current year of Bikram Sambat changes on its new year, even after the years of the calendar', () => {
  expect(currentYearBs('Asia/Kathmandu', new Date('2022-04-13T12:00:00Z'))).toBe(2078);
  expect(currentYearBs('Asia/Kathmandu', new Date('2022-04-14T12:00:00Z'))).toBe(2079);
  expect(currentYearBs('Asia/Kathmandu', new Date('2026-11-23T12:00:00Z'))).toBe(2083);
  expect(currentYearBs('Asia/Kathmandu', new Date('2099-04-13T12:00:00Z'))).toBe(2155);
  expect(currentYearBs('Asia/Kathmandu', new Date('2099-04-14T12:00:00Z'))).toBe(2156);
  expect(currentYearBs('Asia/Kathmandu', new Date('1800-01-01T12:00:00Z'))).toBe(1856);
  // The new year of 2079 began in Kathmandu while it was still the day before in UTC.
  const newYear = new Date('2022-04-13T18:15:00Z');
  expect([currentYearBs('Asia/Kathmandu', newYear), currentYearBs('UTC', newYear)]).toEqual([2079, 2078]);
});
