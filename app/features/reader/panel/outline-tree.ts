import type { OutlineEntry } from '#app/features/reader/pdf/outline.ts';

/** The entries that are seen while those named in `open` show what is within them, from the top down. */
export function entriesInSight(entries: readonly OutlineEntry[], open: ReadonlySet<string>): OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...(open.has(entry.id) ? entriesInSight(entry.children, open) : [])]);
}

/**
 * The entry one is reading in: the last of these that begins on the page or before it. Where several begin on the page
 * it is the first of them, for one comes to it first. Null before the first. `pages` tells where each begins.
 */
export function entryBeingRead(
  entries: readonly OutlineEntry[],
  pages: ReadonlyMap<string, number | null>,
  currentPage: number,
): OutlineEntry | null {
  let best: OutlineEntry | null = null;
  let bestPage = 0;
  for (const entry of entries) {
    const page = pages.get(entry.id) ?? null;
    if (page === null || page > currentPage || page < bestPage) continue;
    // What lies deeper says more exactly where one is than what it lies in.
    const isWithin = best !== null && entry.id.startsWith(`${best.id}.`);
    if (page === bestPage && page === currentPage && !isWithin) continue;
    best = entry;
    bestPage = page;
  }
  return best;
}
