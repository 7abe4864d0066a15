import { yearsAdOf, type MaterialYears } from './calendar.ts';
import { materialLimits } from './material.ts';

/** Signs of the two calendars next to a year, in English and Nepali. */
const signs = {
  bs: 'b\\.?\\s?s\\.?|वि\\.?\\s?सं\\.?|बि\\.?\\s?सं\\.?',
  ad: 'a\\.?\\s?d\\.?|c\\.?\\s?e\\.?|सन्|ई\\.?\\s?सं\\.?',
};
const form = new RegExp(
  `^(?:(?<bsBefore>${signs.bs})|(?<adBefore>${signs.ad}))?\\s*(?<year>\\d{4})\\s*(?:(?<bs>${signs.bs})|(?<ad>${signs.ad}))?$`,
  'iu',
);

/**
 * Parses a typed year, in digits of any script; null if no material can have it . Without a mark such
 * as `BS`, a year later than next year counts as one of Bikram Sambat. Its year AD is then the one that overlaps it
 * most.
 */
export function readTypedYear(typed: string, currentYear: number): MaterialYears | null {
  const found = form.exec(
    typed
      .normalize('NFC')
      .trim()
      .replaceAll(/\p{Nd}/gu, toAscii),
  )?.groups;
  if (!found) return null;
  const year = Number(found['year']);
  const isMarkedBs = (found['bs'] ?? found['bsBefore']) !== undefined;
  const isMarkedAd = (found['ad'] ?? found['adBefore']) !== undefined;
  if (isMarkedBs && isMarkedAd) return null;
  const isBs = isMarkedBs || (!isMarkedAd && year > currentYear + 1);
  const { minYear, maxYear, minYearBs, maxYearBs } = materialLimits;
  if (isBs) return year >= minYearBs && year <= maxYearBs ? { year: yearsAdOf(year)[0], yearBs: year } : null;
  return year >= minYear && year <= maxYear ? { year, yearBs: null } : null;
}

/** The digits of every script are ten consecutive characters, beginning with zero. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
