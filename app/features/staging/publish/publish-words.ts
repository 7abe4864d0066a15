import type { PublicationSummary, PublishState } from '#contract/publication.ts';
import { yearWords, type Calendar } from '#domain/calendar.ts';
import { fileCount } from '#app/features/staging/rows/row-words.ts';

/** What files of a state are, after their number. */
export const stateWords: Record<PublishState, string> = {
  ready: 'ready',
  doubtful: 'with something doubtful',
  rights: 'whose first page reserves all rights',
  duplicate: 'like a file that is here already',
  unreadable: 'locked or damaged',
  missing: 'with something missing',
  reading: 'still being read',
  notSent: 'not sent',
  refused: 'that their kind does not accept',
};

/** The years as the library writes them, newest first, each with how many files have it. */
export function countYears(years: PublicationSummary['years'], calendar: Calendar): { year: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { count, ...each } of years) {
    const words = yearWords(each, calendar) || 'No year';
    counts.set(words, (counts.get(words) ?? 0) + count);
  }
  return [...counts].map(([year, count]) => ({ year, count }));
}

/** How long it may take, roughly: nobody waits for seconds. */
export function durationWords(seconds: number): string {
  if (seconds <= 5) return 'This takes a few seconds.';
  if (seconds < 60) return 'This takes less than a minute.';
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'This takes about a minute.' : `This takes about ${minutes} minutes.`;
}

/** The places of a term together, as they are listed below each other. */
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

/** What was published, for the notice afterwards. */
export function publishedWords(published: number): string {
  return `${fileCount(published)} ${published === 1 ? 'was' : 'were'} published.`;
}
