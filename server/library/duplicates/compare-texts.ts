import { editDistance } from '#domain/edit-distance.ts';

/** The words of a document in order, folded, and the page of each (counted from 0). */
type DocumentWords = { words: string[]; pages: Uint16Array };

/** A book of 150 pages. More would hardly improve the result: both documents are compared from their beginnings. */
export const maxWords = 60_000;

/**
 * Returns the words of a document for comparing it with others: without case, accents of compatibility and signs. At most
 * `maxWords`.
 */
export function wordsOfPages(texts: readonly string[]): DocumentWords {
  const words: string[] = [];
  const pages: number[] = [];
  for (const [page, text] of texts.entries()) {
    for (const word of text.normalize('NFKC').toLowerCase().match(anyWord) ?? []) {
      if (words.length === maxWords) return { words, pages: Uint16Array.from(pages) };
      words.push(word);
      pages.push(Math.min(page, 65_535));
    }
  }
  return { words, pages: Uint16Array.from(pages) };
}

const anyWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** A stretch of words that both texts have: its position in each, and its length in words. */
type Block = { a: number; b: number; length: number };

const fewestWords = 3;
/** More frequent phrases are hardly significant; the first positions are enough. */
const maxPlaces = 16;
/** Distance in words by which recognition may shift text, and the bonus in words for being within it. */
const nearWords = 10;
const nearBonus = 12;

/**
 * Returns the stretches of three words and more that both texts have, in the order of the first. Each word of the second
 * is used once. Positions near the end of the last stretch are preferred to others, then the longest.
 */
function findBlocks(first: readonly string[], second: readonly string[]): Block[] {
  const places = new Map<string, number[]>();
  for (let at = 0; at + fewestWords <= second.length; at += 1) {
    const key = keyAt(second, at);
    const known = places.get(key);
    if (!known) places.set(key, [at]);
    else if (known.length < maxPlaces) known.push(at);
  }
  const isUsed = new Uint8Array(second.length);
  const blocks: Block[] = [];
  for (let a = 0; a + fewestWords <= first.length;) {
    const last = blocks.at(-1);
    const expected = last ? last.b + (a - last.a) : a;
    let best: Block | null = null;
    let bestValue = 0;
    for (const b of places.get(keyAt(first, a)) ?? []) {
      const length = lengthOf(first, second, a, b, isUsed);
      if (length < fewestWords) continue;
      // Common phrases are everywhere; nearby text belongs together even if another position has more in common.
      const value = length + (Math.abs(b - expected) <= nearWords ? nearBonus : 0);
      if (value > bestValue) [best, bestValue] = [{ a, b, length }, value];
    }
    if (best === null) {
      a += 1;
      continue;
    }
    isUsed.fill(1, best.b, best.b + best.length);
    blocks.push(best);
    a += best.length;
  }
  return blocks;
}

function keyAt(words: readonly string[], at: number): string {
  return `${words[at]} ${words[at + 1]} ${words[at + 2]}`;
}

function lengthOf(first: readonly string[], second: readonly string[], a: number, b: number, isUsed: Uint8Array) {
  let length = 0;
  while (
    a + length < first.length &&
    b + length < second.length &&
    isUsed[b + length] === 0 &&
    first[a + length] === second[b + length]
  )
    length += 1;
  return length;
}

/**
 * `same`: the share (0 to 1) of the words that both texts have, of the text that has fewer in common. `isDuplicate`:
 * recognition, the order of the pages or an added cover can explain all differences.
 */
export type Comparison = { same: number; isDuplicate: boolean };

/** Words. Longer stretches without any three words in common are changed text, not misread. */
const maxGap = 30;
/** Likeness of the letters between two common stretches: below, they are other words rather than misread ones. */
const minLikeness = 0.55;
/** A page with fewer of its words in common is an added one. */
const addedPageShare = 0.2;
/** A cover has fewer words than this. */
const maxCoverWords = 160;
const maxCoverPages = 2;
/** Share of the remaining words: recognition loses up to 4 % of a bad scan, a revised edition changes more than 10 %. */
const maxChanged = 0.07;
/** Numbers are recognised well. If many differ, the problems are others. */
const maxOtherNumbers = 0.25;
const fewestNumbers = 4;

/**
 * Compares two texts word by word. Stretches of three words and more that both have are found at any position; the words
 * between two of them on both sides are compared by their letters, since recognition changes letters and not words.
 */
export function compareTexts(first: DocumentWords, second: DocumentWords): Comparison {
  if (first.words.length === 0 || second.words.length === 0) return { same: 0, isDuplicate: false };
  const blocks = findBlocks(first.words, second.words);
  const found = [new Uint8Array(first.words.length), new Uint8Array(second.words.length)] as const;
  for (const { a, b, length } of blocks) {
    found[0].fill(1, a, a + length);
    found[1].fill(1, b, b + length);
  }
  const numbers = explainGaps(first.words, second.words, blocks, found);
  const unexplained = [first, second].map(({ words }, side) =>
    countNumbers(words.filter((_, index) => found[side as 0 | 1][index] === 0)),
  );
  // On one side only, a line was lost or a cover was added.
  numbers.other += Math.min(...unexplained);
  const sides = [changedShare(first, found[0]), changedShare(second, found[1])];
  const same = 1 - Math.max(...sides.map((side) => side.ofAll));
  const hasOtherNumbers =
    numbers.other >= fewestNumbers && numbers.other / (numbers.other + numbers.same) > maxOtherNumbers;
  return { same, isDuplicate: sides.every((side) => side.withoutCover <= maxChanged) && !hasOtherNumbers };
}

/**
 * Marks misread words as found: a gap of the first text is compared with the words after the preceding block in the
 * second, and with those before the following block. Counts the numbers that both have, and those that differ.
 */
function explainGaps(
  first: readonly string[],
  second: readonly string[],
  blocks: readonly Block[],
  found: readonly [Uint8Array, Uint8Array],
): { same: number; other: number } {
  const numbers = { same: 0, other: 0 };
  for (const { a, length } of blocks) numbers.same += countNumbers(first.slice(a, a + length));
  for (let index = 0; index <= blocks.length; index += 1) {
    const before = blocks[index - 1];
    const after = blocks[index];
    const gap = { from: before ? before.a + before.length : 0, to: after ? after.a : first.length };
    if (gap.to === gap.from || gap.to - gap.from > maxGap) continue;
    const words = first.slice(gap.from, gap.to).join('');
    const others = [
      freeAfter(before ? before.b + before.length : 0, found[1]),
      freeBefore(after ? after.b : second.length, found[1]),
    ].flatMap((free) => withLengthOf(gap, free));
    const best = others
      .map((other) => ({ ...other, likeness: likeness(words, second.slice(other.from, other.to).join('')) }))
      .reduce<{ from: number; to: number; likeness: number } | null>(
        (most, each) => (most === null || each.likeness > most.likeness ? each : most),
        null,
      );
    if (best === null || best.likeness < minLikeness) continue;
    found[0].fill(1, gap.from, gap.to);
    found[1].fill(1, best.from, best.to);
    countOthers(first.slice(gap.from, gap.to), second.slice(best.from, best.to), numbers);
  }
  return numbers;
}

type Stretch = { from: number; to: number };

/** Returns the words not yet found from this position on, and those up to it; as many as a gap may have. */
function freeAfter(from: number, found: Uint8Array): Stretch {
  let to = from;
  while (to < found.length && to - from < maxGap && found[to] === 0) to += 1;
  return { from, to };
}

function freeBefore(to: number, found: Uint8Array): Stretch {
  let from = to;
  while (from > 0 && to - from < maxGap && found[from - 1] === 0) from -= 1;
  return { from, to };
}

/** Returns the whole stretch, and its beginning and end with as many words as the gap or one more or less. */
function withLengthOf(gap: Stretch, free: Stretch): Stretch[] {
  const length = gap.to - gap.from;
  const stretches = [free];
  for (const size of [length - 1, length, length + 1]) {
    if (size < 1 || size >= free.to - free.from) continue;
    stretches.push({ from: free.from, to: free.from + size }, { from: free.to - size, to: free.to });
  }
  return stretches.filter(({ from, to }) => to > from);
}

function countOthers(
  own: readonly string[],
  others: readonly string[],
  numbers: { same: number; other: number },
): void {
  const left = others.filter(isNumber);
  for (const number of own.filter(isNumber)) {
    if (left.includes(number)) numbers.same += 1;
    else if (left.length > 0) numbers.other += 1;
  }
}

const isNumber = (word: string) => /^\p{N}{2,}$/u.test(word);
const countNumbers = (words: readonly string[]) => words.filter(isNumber).length;

/** Returns the share of words that the other text does not have, of all and without added covers. */
function changedShare({ words, pages }: DocumentWords, found: Uint8Array): { ofAll: number; withoutCover: number } {
  const onPages = new Map<number, { words: number; found: number }>();
  for (const [index, page] of pages.entries()) {
    const counts = onPages.get(page) ?? { words: 0, found: 0 };
    onPages.set(page, { words: counts.words + 1, found: counts.found + (found[index] ?? 0) });
  }
  const covers = [...onPages.values()]
    .filter((page) => page.words <= maxCoverWords && page.found < page.words * addedPageShare)
    .slice(0, maxCoverPages);
  const total = words.length;
  const foundWords = found.reduce((sum, each) => sum + each, 0);
  const coverWords = covers.reduce((sum, page) => sum + page.words, 0);
  const coverFound = covers.reduce((sum, page) => sum + page.found, 0);
  // A text that would be mostly cover has no cover.
  const withoutCover =
    coverWords > total / 2 ? 1 - foundWords / total : 1 - (foundWords - coverFound) / Math.max(1, total - coverWords);
  return { ofAll: 1 - foundWords / total, withoutCover };
}

/** Texts longer than this are compared by their beginnings. */
const maxLetters = 400;

/** Returns 0 to 1: one less the share of letters that have to be changed to turn one text into the other. */
function likeness(first: string, second: string): number {
  const a = first.slice(0, maxLetters);
  const b = second.slice(0, maxLetters);
  return 1 - editDistance(a, b, Infinity, false) / Math.max(a.length, b.length, 1);
}
