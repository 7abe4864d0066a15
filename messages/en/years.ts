/** Years of materials. */

import { yearsBsOf, type Calendar, type MaterialYears } from '#domain/calendar.ts';

/**
 * Returns the years of a material for display, '' without a year. With both calendars, the year AD is first and needs
 * no mark: `2022 · 2079 BS`. With Bikram Sambat: `2079 BS (2022)`, or `2022 AD` if its year BS is not known.
 */
export function yearWords({ year, yearBs }: MaterialYears, calendar: Calendar): string {
  if (year === null) return '';
  if (calendar === 'bs') return yearBs === null ? `${year} AD` : `${yearBs} BS (${year})`;
  return calendar === 'ad' || yearBs === null ? `${year}` : `${year} · ${yearBs} BS`;
}

/** A year of Bikram Sambat: `2079 BS`. */
export const yearBsWords = (year: number) => `${year} BS`;

/** Returns a whole year AD for display, with the two years of Bikram Sambat that it overlaps: `2022 · 2078/79 BS`. */
export function yearAdWords(year: number, calendar: Calendar): string {
  if (calendar === 'ad') return `${year}`;
  const [later, earlier] = yearsBsOf(year);
  const yearsBs = `${earlier}/${String(later).slice(-2)} BS`;
  return calendar === 'bs' ? `${yearsBs} (${year})` : `${year} · ${yearsBs}`;
}
