import { yearsAdOf, type MaterialYears } from '#domain/calendar.ts';
import { findYears } from '#domain/guess/find-years.ts';
import { readSource, type FileSource } from '#domain/guess/read-source.ts';
import { latinDigits } from '#domain/text/latin-digits.ts';

/** Signs of the two calendars next to a year, in English and Nepali. */
const signs = {
  bs: 'b\\.?\\s?s\\.?|वि\\.?\\s?सं\\.?|बि\\.?\\s?सं\\.?',
  ad: 'a\\.?\\s?d\\.?|c\\.?\\s?e\\.?|ई\\.?\\s?सं\\.?',
};
const form = new RegExp(
  `^(?:(?<bsBefore>${signs.bs})|(?<adBefore>${signs.ad}))?\\s*(?<year>\\d{4})\\s*(?:(?<bs>${signs.bs})|(?<ad>${signs.ad}))?$`,
  'iu',
);

/**
 * Parses a typed year, in Latin or Devanagari digits; null if it is invalid. Without a sign such as `BS` next to it, a year after
 * the next one is of Bikram Sambat. Its year AD is then the one that overlaps it most.
 */
export function readTypedYear(typed: string, currentYear: number): MaterialYears | null {
  const found = form.exec(latinDigits(typed.normalize('NFC').trim()))?.groups;
  if (!found) return null;
  const year = Number(found['year']);
  const isMarkedBs = (found['bs'] ?? found['bsBefore']) !== undefined;
  const isMarkedAd = (found['ad'] ?? found['adBefore']) !== undefined;
  if (isMarkedBs && isMarkedAd) return null;
  const isBs = isMarkedBs || (!isMarkedAd && year > currentYear + 1);
  return isBs ? { year: yearsAdOf(year)[0], yearBs: year } : { year, yearBs: null };
}

/**
 * Returns which of the two years AD of a year of Bikram Sambat a paper is of: by the date in its file's name or on its first
 * page, or else by a year AD that is written there. Null if nothing determines it.
 */
export function datedYear(yearBs: number, source: FileSource, currentYear: number): number | null {
  const years = yearsAdOf(yearBs);
  const found = findYears(readSource(source), currentYear).filter(({ ad }) => years.includes(ad));
  const dated = found.find(({ bs, isDated }) => bs === yearBs && isDated);
  const written = found.find(({ bs }) => bs === null);
  return (dated ?? written)?.ad ?? null;
}
