import bikramSambat from 'bikram-sambat';

/** The first and last year of Bikram Sambat that are converted; for years beyond these we have no reliable calendar. */
export const bikramSambatYears = { first: 1975, last: 2090 } as const;

/** A date of Bikram Sambat, Nepal's calendar, as far as it is known. Its year begins in the middle of April. */
export type NepaliDate = { year: number; month?: number | undefined; day?: number | undefined };

/**
 * Returns the year AD of a date of Bikram Sambat. `isSure` is false if two years AD are possible. Without a month, the
 * result is the year AD that has the first two thirds of the year; for Poush without a day, the year AD that has most
 * of the month. Null for years beyond the calendar, or if there is no such month.
 */
export function yearAd({ year, month, day }: NepaliDate): { year: number; isSure: boolean } | null {
  if (!Number.isInteger(year) || year < bikramSambatYears.first || year > bikramSambatYears.last) return null;
  if (month === undefined) return { year: bikramSambat.toGreg(year, 1, 1).year, isSure: false };
  if (!Number.isInteger(month) || month < 1 || month > 12) return null;
  const days = bikramSambat.daysInMonth(year, month);
  if (day !== undefined && Number.isInteger(day) && day >= 1 && day <= days) {
    return { year: bikramSambat.toGreg(year, month, day).year, isSure: true };
  }
  const first = bikramSambat.toGreg(year, month, 1).year;
  const middle = bikramSambat.toGreg(year, month, 16).year;
  return { year: middle, isSure: first === bikramSambat.toGreg(year, month, days).year };
}

/**
 * Returns the year of Bikram Sambat in a time zone at a moment. For years beyond the calendar, assumes that it begins
 * on 14 April.
 */
export function currentYearBs(timeZone: string, now: Date): number {
  // The Swedish format is the one that the calendar reads: 2022-04-13.
  const written = now.toLocaleDateString('sv-SE', { timeZone });
  const [year = 0, month = 0, day = 0] = written.split('-').map(Number);
  const hasBegun = month > 4 || (month === 4 && day >= 14);
  const reckoned = year + (hasBegun ? 57 : 56);
  return reckoned > bikramSambatYears.first && reckoned <= bikramSambatYears.last
    ? bikramSambat.toBik(written).year
    : reckoned;
}
