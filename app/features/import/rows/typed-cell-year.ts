import { materialLimits } from '#domain/material.ts';
import { bikramSambatYears, yearAd } from '#domain/nepali-date.ts';
import type { ManualValues } from '#app/features/import/calls/staging-calls.ts';

/**
 * Returns the typed year, in digits of any script: AD, or Bikram Sambat if it is later than next year. Empty means "has no
 * year". Returns an error sentence if it is not a year.
 */
export function readTypedYear(
  typed: string,
  currentYear: number,
): Pick<ManualValues, 'year' | 'bsYear'> | { fault: string } {
  const digits = typed.replaceAll(/\p{Nd}/gu, toAscii).replaceAll(/\s|BS|AD|वि\.?सं\.?/gi, '');
  if (digits === '') return { year: null };
  const fault = `Type a year from ${materialLimits.minYear}, or of Bikram Sambat up to ${bikramSambatYears.last}.`;
  if (!/^\d{4}$/.test(digits)) return { fault };
  const year = Number(digits);
  if (year <= currentYear + 1) return year >= materialLimits.minYear ? { year } : { fault };
  const ad = yearAd({ year });
  return ad ? { year: ad.year, bsYear: year } : { fault };
}

/** The digits of every script are ten consecutive characters, beginning with zero. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
