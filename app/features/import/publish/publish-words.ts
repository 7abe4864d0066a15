import type { PublicationSummary } from '#contract/publication.ts';
import type { Calendar } from '#domain/calendar.ts';
import * as words from '#messages/import/publish.ts';
import { yearWords } from '#messages/years.ts';

/** Formats the years as the library writes them, newest first, each with its number of files. */
export function countYears(years: PublicationSummary['years'], calendar: Calendar): { year: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { count, ...each } of years) {
    const year = yearWords(each, calendar) || words.noYear;
    counts.set(year, (counts.get(year) ?? 0) + count);
  }
  return [...counts].map(([year, count]) => ({ year, count }));
}

/** Formats a rough duration, not to the second. */
export function durationWords(seconds: number): string {
  if (seconds <= 5) return words.takesSeconds;
  if (seconds < 60) return words.takesLessThanMinute;
  return words.takesMinutes(Math.round(seconds / 60));
}

/** Groups places by term, in the order in which they are listed. */
export type TermPlaces = { key: string; name: string; count: number; places: PublicationSummary['places'] };

export function groupByTerm(places: PublicationSummary['places']): TermPlaces[] {
  const terms = Map.groupBy(places, ({ facultyId, semesterId }) => JSON.stringify([facultyId, semesterId]));
  return [...terms].map(([key, ofTerm]) => ({
    key,
    name: [ofTerm[0]?.facultyName, ofTerm[0]?.termName].join(' · '),
    count: ofTerm.reduce((sum, { count }) => sum + count, 0),
    places: ofTerm,
  }));
}
