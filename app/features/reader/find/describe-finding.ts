import { number } from '#messages/format.ts';
import * as words from '#messages/reader/find.ts';
import * as viewerWords from '#messages/viewer.ts';
import type { Finding } from './finding-store.ts';
import { countHits, ordinalOf } from './seek-hit.ts';

/**
 * Returns the text next to the search box: the number of the current hit, the number of all hits, and whether there may
 * be more.
 */
export function describeFinding(finding: Finding, pageCount: number): string {
  const { query, hits, current, isDone, isPageOnly, hasText, brokenPages } = finding;
  if (query === '') return '';
  const count = countHits(hits);
  if (isPageOnly) {
    if (!isDone) return viewerWords.searching;
    if (brokenPages > 0) return words.pageNotRead;
    return current ? words.matchOnPage(ordinalOf(hits, current), count) : words.noMatchesOnPage;
  }
  if (isDone && !hasText && brokenPages === 0) return words.noText;
  if (!isDone && count === 0) return words.searchingPages(hits.size, pageCount);
  const found =
    count === 0
      ? viewerWords.noMatches
      : current
        ? viewerWords.matchOf(ordinalOf(hits, current), count)
        : number(count);
  if (!isDone) return words.soFar(found);
  if (brokenPages === 0) return found;
  return words.withUnreadPages(found, brokenPages);
}
