import type { PublicationSummary, PublishState } from '#contract/publication.ts';
import { yearWords, type Calendar } from '#domain/calendar.ts';
import { fileCount } from '#app/features/import/rows/row-words.ts';

/** Descriptions of states, after a number of files. */
export const stateWords: Record<PublishState, string> = {
  ready: 'ready',
  doubtful: 'with a doubtful value',
  rights: 'whose first page reserves all rights',
  duplicate: 'similar to one already here',
  unreadable: 'locked or damaged',
  missing: 'with a missing value',
  reading: 'still being read',
  notSent: 'not sent',
  refused: 'not accepted for their kind',
};

/** Formats the years as the library writes them, newest first, each with its number of files. */
export function countYears(years: PublicationSummary['years'], calendar: Calendar): { year: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { count, ...each } of years) {
    const words = yearWords(each, calendar) || 'No year';
    counts.set(words, (counts.get(words) ?? 0) + count);
  }
  return [...counts].map(([year, count]) => ({ year, count }));
}

/** Formats a rough duration, not to the second. */
export function durationWords(seconds: number): string {
  if (seconds <= 5) return 'This takes a few seconds.';
  if (seconds < 60) return 'This takes less than a minute.';
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'This takes about a minute.' : `This takes about ${minutes} minutes.`;
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

/** Describes the publication, for the notice afterwards. */
export function publishedWords(published: number): string {
  return `${fileCount(published)} ${published === 1 ? 'was' : 'were'} published.`;
}
