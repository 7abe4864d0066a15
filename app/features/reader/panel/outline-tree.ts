import type { OutlineEntry } from '#app/features/reader/pdf/outline.ts';

/** Returns the visible entries, in order. Only entries in `open` show their children. */
export function visibleEntries(entries: readonly OutlineEntry[], open: ReadonlySet<string>): OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...(open.has(entry.id) ? visibleEntries(entry.children, open) : [])]);
}

/**
 * Returns the entry of the current page: the last entry that starts on or before it or, if several start on it, the
 * first of these. Null before the first entry. `pages` has the page on which each entry starts.
 */
export function currentEntry(
  entries: readonly OutlineEntry[],
  pages: ReadonlyMap<string, number | null>,
  currentPage: number,
): OutlineEntry | null {
  let best: OutlineEntry | null = null;
  let bestPage = 0;
  for (const entry of entries) {
    const page = pages.get(entry.id) ?? null;
    if (page === null || page > currentPage || page < bestPage) continue;
    // A child entry is more exact than its parent.
    const isWithin = best !== null && entry.id.startsWith(`${best.id}.`);
    if (page === bestPage && page === currentPage && !isWithin) continue;
    best = entry;
    bestPage = page;
  }
  return best;
}
