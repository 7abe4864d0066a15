import type { Material } from './material.ts';

/**
 * In which calendar years are shown and asked for: AD, Bikram Sambat (the calendar of Nepal), or both. The year AD of a
 * material is always stored; the one of Bikram Sambat only where it is known, and it is never worked out from the other.
 */
export const calendars = ['ad', 'bs', 'both'] as const;

export type Calendar = (typeof calendars)[number];

/** The years of a material in both calendars. */
export type MaterialYears = Pick<Material, 'year' | 'yearBs'>;

/**
 * The two years AD in which a year of Bikram Sambat lies, the one with most of it first: it begins in the middle of
 * April. nepali-date.test.ts compares this with the calendar itself.
 */
export function yearsAdOf(yearBs: number): [number, number] {
  return [yearBs - 57, yearBs - 56];
}

/** The two years of Bikram Sambat in which a year AD lies, the one with most of it first. */
export function yearsBsOf(year: number): [number, number] {
  return [year + 57, year + 56];
}

/** Whether a day can be in both years. A material without a year AD has none of Bikram Sambat. */
export function isSameTime({ year, yearBs }: MaterialYears): boolean {
  return yearBs === null || (year !== null && yearsAdOf(yearBs).includes(year));
}

/**
 * The year AD of a material, for programs that know no other calendar. As where a year is typed, one after the next year is
 * of Bikram Sambat: libraries have materials that were stored so. Null without a year.
 */
export function readAsYearAd(year: number | null, currentYear: number): number | null {
  return year !== null && year > currentYear + 1 ? yearsAdOf(year)[0] : year;
}

/** The years of a material as they are shown: `2079 BS (2022)`, `2022 AD`, or just `2022`; '' without a year. */
export function yearWords({ year, yearBs }: MaterialYears, calendar: Calendar): string {
  if (year === null) return '';
  if (calendar === 'ad') return `${year}`;
  return yearBs === null ? `${year} AD` : `${yearBs} BS (${year})`;
}
