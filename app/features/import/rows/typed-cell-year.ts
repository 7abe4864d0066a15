import { readTypedYear } from '#domain/typed-year.ts';
import type { ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { typedYearFault } from '#messages/typed-year.ts';

/**
 * Returns the manual values of a typed year, in either calendar and digits of any script. Empty means "has no year".
 * Returns an error sentence if it is not a year.
 */
export function readCellYear(
  typed: string,
  currentYear: number,
): Pick<ManualValues, 'year' | 'bsYear'> | { fault: string } {
  if (typed.trim() === '') return { year: null };
  const years = readTypedYear(typed, currentYear);
  if (years === null) return { fault: typedYearFault };
  return years.yearBs === null ? { year: years.year } : { year: years.year, bsYear: years.yearBs };
}
