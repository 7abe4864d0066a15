import type { Material } from './material.ts';

/**
 * The calendar in which years are shown and entered: AD, Bikram Sambat (the calendar of Nepal), or both. The year AD of
 * a material is always stored. Its year of Bikram Sambat is stored only if known, and never calculated from the year
 * AD.
 */
export const calendars = ['ad', 'bs', 'both'] as const;

export type Calendar = (typeof calendars)[number];

/** The years of a material in both calendars. */
export type MaterialYears = Pick<Material, 'year' | 'yearBs'>;

/**
 * Returns the two years AD that a year of Bikram Sambat overlaps, the one that it overlaps most first: it begins in the
 * middle of April. nepali-date.test.ts compares this with the calendar itself.
 */
export function yearsAdOf(yearBs: number): [number, number] {
  return [yearBs - 57, yearBs - 56];
}

/** Returns the two years of Bikram Sambat that a year AD overlaps, the one that it overlaps most first. */
export function yearsBsOf(year: number): [number, number] {
  return [year + 57, year + 56];
}

/** True if a day can be in both years. A material without a year AD has no year of Bikram Sambat. */
export function isSameTime({ year, yearBs }: MaterialYears): boolean {
  return yearBs === null || (year !== null && yearsAdOf(yearBs).includes(year));
}

/**
 * Returns the year AD of a material, for programs that know no other calendar. As with typed years, a year later than
 * next year counts as one of Bikram Sambat, because some libraries have stored such years. Null without a year.
 */
export function readAsYearAd(year: number | null, currentYear: number): number | null {
  return year !== null && year > currentYear + 1 ? yearsAdOf(year)[0] : year;
}
