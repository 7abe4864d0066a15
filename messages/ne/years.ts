/** Years of materials. */

import { yearsBsOf, type Calendar, type MaterialYears } from '#domain/calendar.ts';
import { digits } from './format.ts';

/**
 * Returns the years of a material for display, '' without a year. With both calendars, the year AD is first and needs
 * no mark: `२०२२ · वि.सं. २०७९`. With Bikram Sambat: `वि.सं. २०७९ (२०२२)`, or `सन् २०२२` if its year BS is not known.
 */
export function yearWords({ year, yearBs }: MaterialYears, calendar: Calendar): string {
  if (year === null) return '';
  const ad = digits(year);
  if (calendar === 'bs') return yearBs === null ? `सन् ${ad}` : `वि.सं. ${digits(yearBs)} (${ad})`;
  return calendar === 'ad' || yearBs === null ? ad : `${ad} · वि.सं. ${digits(yearBs)}`;
}

/** A year of Bikram Sambat: `वि.सं. २०७९`. */
export const yearBsWords = (year: number) => `वि.सं. ${digits(year)}`;

/** Returns a whole year AD for display, with the two years of Bikram Sambat that it overlaps: `२०२२ · वि.सं. २०७८/७९`. */
export function yearAdWords(year: number, calendar: Calendar): string {
  const ad = digits(year);
  if (calendar === 'ad') return ad;
  const [later, earlier] = yearsBsOf(year);
  const yearsBs = `वि.सं. ${digits(earlier)}/${digits(String(later).slice(-2))}`;
  return calendar === 'bs' ? `${yearsBs} (${ad})` : `${ad} · ${yearsBs}`;
}
