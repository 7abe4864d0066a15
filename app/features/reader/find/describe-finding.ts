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
    if (!isDone) return 'Searching…';
    if (brokenPages > 0) return 'This page couldn’t be read.';
    return `${current ? `${ordinalOf(hits, current)} of ${count}` : 'No matches'} on this page`;
  }
  if (isDone && !hasText && brokenPages === 0) return 'This document has no searchable text.';
  if (!isDone && count === 0) return `Searching… ${hits.size} of ${pageCount} pages`;
  const found = count === 0 ? 'No matches' : current ? `${ordinalOf(hits, current)} of ${count}` : String(count);
  if (!isDone) return `${found} so far`;
  if (brokenPages === 0) return found;
  return `${found}. ${brokenPages === 1 ? 'One page' : `${brokenPages} pages`} couldn’t be read.`;
}
