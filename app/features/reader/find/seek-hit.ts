import { spanOf, type HitSpans } from './find-matches.ts';

/** A hit: its page, and which it is there, from 0. */
export type Hit = { page: number; index: number };

/** Hits by page; a page that is not in it has not been read yet. */
export type HitsByPage = ReadonlyMap<number, HitSpans>;

/** Where looking begins: a page and an offset in its text. A hit that begins right there counts when `isInclusive`. */
export type SeekFrom = { page: number; offset: number; isInclusive: boolean };

/**
 * The next hit from a place, onwards (`1`) or back (`-1`), beginning anew at the other end of the document. 'unread' as
 * long as a page lies between that has not been read; null when there is no hit at all.
 */
export function seekHit(hits: HitsByPage, pageCount: number, from: SeekFrom, direction: 1 | -1): Hit | 'unread' | null {
  // The page it begins on is looked at twice: first what lies ahead on it, at last the rest.
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

/** How many hits are known. */
export function countHits(hits: HitsByPage): number {
  let count = 0;
  for (const spans of hits.values()) count += spans.length / 2;
  return count;
}

/** The place of a hit among all that are known, from 1. */
export function ordinalOf(hits: HitsByPage, hit: Hit): number {
  let before = 0;
  for (const [page, spans] of hits) if (page < hit.page) before += spans.length / 2;
  return before + hit.index + 1;
}

/** All pages, the one being read first, then its neighbours on both sides, further and further out. */
export function outwardFrom(page: number, pageCount: number): number[] {
  const order = [page];
  for (let distance = 1; distance < pageCount; distance += 1) {
    for (const next of [page + distance, page - distance]) if (next >= 1 && next <= pageCount) order.push(next);
  }
  return order;
}
