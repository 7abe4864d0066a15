import { findHits, type Hit } from './search-hits.ts';
import type { SearchQuery } from './search-query.ts';
import { splitWords } from './search-text.ts';

/** A piece of an excerpt; joined, the pieces are its text. */
export type ExcerptPiece = { text: string; isHit: boolean };

/** About two lines on a desktop. In UTF-16 code units, with some more to the end of a sentence. */
const excerptLength = 200;
/** Maximum distance at which an excerpt is extended to the start or the end of a sentence. */
const reach = 60;
/** Maximum length of text that is searched for hits; only pages of hostile files are longer. */
const maxTextLength = 200_000;
const ellipsis = '…';

/**
 * Returns the part of a text that has the most different words of the query. It begins and ends at the border of a
 * sentence, or at least of a word; where it does not end with the sentence, there is a `…`. White space is single.
 * Returns the beginning of the text if nothing in it matches.
 */
export function makeExcerpt(text: string, query: SearchQuery): ExcerptPiece[] {
  const looked = text.slice(0, maxTextLength);
  const words = splitWords(looked);
  const hits = findHits(looked, query, words);
  const window = bestWindow(hits);
  const from = beginOf(looked, window.from, Math.max(0, Math.min(window.from, window.to - excerptLength)));
  const to = endOf(looked, Math.max(window.to, Math.min(looked.length, from + excerptLength)));
  return cutOut(looked, from, to, hits);
}

/** Returns the window with the most different clauses; of several, the one with the most hits, then the first one. */
function bestWindow(hits: readonly Hit[]): { from: number; to: number } {
  let best = { from: 0, to: 0, value: 0 };
  const counts = new Map<number, number>();
  let first = 0;
  for (const hit of hits) {
    counts.set(hit.clause, (counts.get(hit.clause) ?? 0) + 1);
    for (let oldest = hits[first]; oldest && hit.end - oldest.start > excerptLength; oldest = hits[first]) {
      if (oldest === hit) break;
      const left = (counts.get(oldest.clause) ?? 0) - 1;
      if (left === 0) counts.delete(oldest.clause);
      else counts.set(oldest.clause, left);
      first += 1;
    }
    const start = hits[first]?.start ?? hit.start;
    const size = [...counts.values()].reduce((sum, count) => sum + Math.min(count, 3), 0);
    const value = counts.size * 100 + size * 5 - (hit.end - start) / excerptLength;
    if (value > best.value) best = { from: start, to: Math.min(hit.end, start + 2 * excerptLength), value };
  }
  return best;
}

const sentenceEnd = /[.!?;:।؟。！？]["'”’)\]]*\s+|\n\s*\n/gu;

/** Returns the start of the excerpt: the start of the sentence, or else of a word shortly before the first hit. */
function beginOf(text: string, hit: number, earliest: number): number {
  const least = Math.max(0, Math.min(earliest, hit) - reach);
  const before = text.slice(least, hit);
  let sentence = -1;
  for (const match of before.matchAll(sentenceEnd)) sentence = match.index + match[0].length;
  if (sentence >= 0) return least + sentence;
  if (least === 0) return 0;
  const word = before.search(/\s\S/u);
  return word < 0 ? hit : least + word + 1;
}

/** Returns the end of the excerpt: the end of a sentence if it is near, else of a word. */
function endOf(text: string, to: number): number {
  if (to >= text.length) return text.length;
  sentenceEnd.lastIndex = Math.max(0, to - reach);
  const match = sentenceEnd.exec(text.slice(0, to + reach));
  sentenceEnd.lastIndex = 0;
  if (match && match.index + 1 >= to) return match.index + match[0].trimEnd().length;
  const next = text.slice(to, to + reach).search(/\s/u);
  if (next >= 0) return to + next;
  const code = text.charCodeAt(to);
  return code >= 0xdc00 && code <= 0xdfff ? to + 1 : to;
}

function cutOut(text: string, from: number, to: number, hits: readonly Hit[]): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  const add = (part: string, isHit: boolean) => {
    const plain = part.replace(/[\s\p{Cc}]+/gu, ' ');
    const last = pieces.at(-1);
    if (plain === '') return;
    if (last && last.isHit === isHit) last.text += plain;
    else pieces.push({ text: plain, isHit });
  };
  if (from > 0 && !beginsSentence(text, from)) add(ellipsis, false);
  let at = from;
  for (const { start, end } of hits) {
    if (start < from || end > to) continue;
    add(text.slice(at, start), false);
    add(text.slice(start, end), true);
    at = end;
  }
  add(text.slice(at, to).trimEnd(), false);
  if (to < text.trimEnd().length && !/[.!?।؟。！？]["'”’)\]]*$/u.test(text.slice(from, to).trimEnd()))
    add(ellipsis, false);
  const [first] = pieces;
  if (first) first.text = first.text.trimStart();
  return pieces.filter((piece) => piece.text !== '');
}

function beginsSentence(text: string, from: number): boolean {
  return /(?:[.!?।؟。！？]["'”’)\]]*\s+|\n\s*\n\s*)$/u.test(text.slice(Math.max(0, from - 12), from));
}
