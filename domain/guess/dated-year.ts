import { yearsAdOf } from '#domain/calendar.ts';
import { findYears } from './find-years.ts';
import { readSource, type FileSource } from './read-source.ts';

/**
 * Returns the year AD of a paper with this year of Bikram Sambat, which overlaps two: by the date in the file's name or
 * on its first page, else by a year AD that is written there. Null if nothing determines it.
 */
export function datedYear(yearBs: number, source: FileSource, currentYear: number): number | null {
  const years = yearsAdOf(yearBs);
  const found = findYears(readSource(source), currentYear).filter(({ ad }) => years.includes(ad));
  const dated = found.find(({ bs, isDated }) => bs === yearBs && isDated);
  const written = found.find(({ bs }) => bs === null);
  return (dated ?? written)?.ad ?? null;
}
