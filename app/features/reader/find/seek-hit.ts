import { spanOf, type HitSpans } from './find-matches.ts';

/** A hit: its page, and its index on that page, from 0. */
export type Hit = { page: number; index: number };

/** Hits by page; pages that are missing have not been read yet. */
export type HitsByPage = ReadonlyMap<number, HitSpans>;

/** Start of a search: a page and an offset in its text. A hit exactly at this offset counts if `isInclusive`. */
export type SeekFrom = { page: number; offset: number; isInclusive: boolean };

/**
 * Finds the next hit from a position, forward (`1`) or backward (`-1`), continuing at the other end of the document.
 * Returns 'unread' if a page before that hit has not been read; null if there is no hit at all.
 */
export function seekHit(hits: HitsByPage, pageCount: number, from: SeekFrom, direction: 1 | -1): Hit | 'unread' | null {
  // The page where it starts is searched twice: first the part ahead, at the end the rest.
  for (let step = 0; step <= pageCount; step += 1) {
    const page = ((((from.page - 1 + step * direction) % pageCount) + pageCount) % pageCount) + 1;
    const spans = hits.get(page);
    if (!spans) return 'unread';
    const index =
      direction === 1 ? firstHit(spans, step === 0 ? from : null) : lastHit(spans, step === 0 ? from : null);
    if (index !== -1) return { page, index };
  }
  return null;
}

function firstHit(spans: HitSpans, from: SeekFrom | null): number {
  for (let index = 0; index * 2 < spans.length; index += 1) {
    const { start } = spanOf(spans, index);
    if (!from || start > from.offset || (from.isInclusive && start === from.offset)) return index;
  }
  return -1;
}

function lastHit(spans: HitSpans, from: SeekFrom | null): number {
  for (let index = spans.length / 2 - 1; index >= 0; index -= 1) {
    const { start } = spanOf(spans, index);
    if (!from || start < from.offset || (from.isInclusive && start === from.offset)) return index;
  }
  return -1;
}

/** Returns the number of hits found so far. */
export function countHits(hits: HitsByPage): number {
  let count = 0;
  for (const spans of hits.values()) count += spans.length / 2;
  return count;
}

/** Returns the ordinal of a hit among all hits found so far, from 1. */
export function ordinalOf(hits: HitsByPage, hit: Hit): number {
  let before = 0;
  for (const [page, spans] of hits) if (page < hit.page) before += spans.length / 2;
  return before + hit.index + 1;
}

/** Returns all pages, the current one first, then its neighbours on both sides by distance. */
export function outwardFrom(page: number, pageCount: number): number[] {
  const order = [page];
  for (let distance = 1; distance < pageCount; distance += 1) {
    for (const next of [page + distance, page - distance]) if (next >= 1 && next <= pageCount) order.push(next);
  }
  return order;
}
