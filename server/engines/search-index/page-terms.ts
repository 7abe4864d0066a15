import { visitWords } from './word-stream.ts';

/** The content of a page, or of the title and the like of a material: numbers of words and stems. */
export type PageWords = {
  words: ReadonlySet<number>;
  /** Number of positions of each stem. */
  stems: ReadonlyMap<number, number>;
  /** Pairs of stems that follow each other, as numbers of `pairOf`. */
  pairs: ReadonlySet<number>;
  /** Number of positions for words. */
  length: number;
};

/** Number of occurrences from which a word is prominent on a page. */
const prominentCount = 3;

/**
 * The terms by which FTS5 finds pages. Numbers are written in base 36.
 * - `word`: the stem is on the page, or in title, subject or similar of its material.
 * - `titleOnly`: the stem is in title, subject or similar, and not on the page.
 * - `prominent`: the stem is on the page often.
 * - `pair`: two stems follow each other. Different pairs may have the same number, so the pages found must be checked.
 * - `material`: the row is that of the material itself.
 */
export const termOf = {
  word: (stem: number) => `u${stem.toString(36)}`,
  titleOnly: (stem: number) => `o${stem.toString(36)}`,
  prominent: (stem: number) => `h${stem.toString(36)}`,
  pair: (pair: number) => `a${pair.toString(36)}`,
  material: 'z',
};

/**
 * Returns a number below 8192 for two stems in their order: so few different numbers that the lists of FTS5 stay small.
 */
export function pairOf(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 19;
}

/** Reads the words of a page; `stemOf` is the number of the stem of a word. */
export function readPageWords(stream: Uint8Array, stemOf: (word: number) => number): PageWords {
  const words = new Set<number>();
  const stems = new Map<number, number>();
  const pairs = new Set<number>();
  let before: number[] = [];
  let here: number[] = [];
  let place = -1;
  const length = visitWords(stream, (word, at) => {
    if (at !== place) {
      [before, here] = [here, []];
      place = at;
    }
    const stem = stemOf(word);
    words.add(word);
    stems.set(stem, (stems.get(stem) ?? 0) + 1);
    here.push(stem);
    for (const first of before) pairs.add(pairOf(first, stem));
  });
  return { words, stems, pairs, length };
}

/** Returns the terms of a page of a material. */
export function termsOfPage(page: PageWords, material: PageWords | null): string {
  const terms: string[] = [];
  for (const [stem, count] of page.stems) {
    terms.push(termOf.word(stem));
    if (count >= prominentCount) terms.push(termOf.prominent(stem));
  }
  for (const pair of page.pairs) terms.push(termOf.pair(pair));
  if (material) {
    for (const stem of material.stems.keys())
      if (!page.stems.has(stem)) terms.push(termOf.word(stem), termOf.titleOnly(stem));
    for (const pair of material.pairs) if (!page.pairs.has(pair)) terms.push(termOf.pair(pair));
  }
  return terms.join(' ');
}

/** Returns the terms for the row of the material itself. */
export function termsOfMaterial(material: PageWords): string {
  const stems = [...material.stems.keys()].map(termOf.word);
  const pairs = [...material.pairs].map(termOf.pair);
  return [...stems, ...pairs, termOf.material].join(' ');
}
