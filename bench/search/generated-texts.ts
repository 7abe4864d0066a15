/**
 * Texts with a natural distribution of words (Zipf and Mandelbrot: the word of rank r is as frequent as 1/(r + 2.7)), in
 * documents of 2 to 400 pages. The same for the same seed.
 */
const vocabularySize = 60_000;
const exponent = 1.07;
const shift = 2.7;
const wordsOfPage = { least: 150, most: 450 };
const pagesOfDocument = { least: 2, most: 400 };

/** A number from 0 to 1, repeatable (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const onsets = ['b', 'c', 'd', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 't', 'tr', 'st', 'pl', 'qu', 'v'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ea', 'io'];
const codas = ['', 'n', 'r', 's', 't', 'l', 'm', 'nd'];

/** Returns a word by its rank: short for frequent ones. Each rank has another word. */
function wordOf(rank: number): string {
  let rest = rank;
  let word = '';
  do {
    const count = onsets.length * vowels.length * codas.length;
    const part = rest % count;
    rest = Math.floor(rest / count) - 1;
    word +=
      (onsets[part % onsets.length] ?? '') +
      (vowels[Math.floor(part / onsets.length) % vowels.length] ?? '') +
      (codas[Math.floor(part / onsets.length / vowels.length)] ?? '');
  } while (rest >= 0);
  return word;
}

export type GeneratedTexts = {
  words: readonly string[];
  /** Returns the pages of the next document. */
  nextDocument(): string[];
};

export function generateTexts(seed: number): GeneratedTexts {
  const random = seededRandom(seed);
  const words = Array.from({ length: vocabularySize }, (_, rank) => wordOf(rank));
  const sums = new Float64Array(vocabularySize);
  let sum = 0;
  for (let rank = 0; rank < vocabularySize; rank += 1) {
    sum += (rank + 1 + shift) ** -exponent;
    sums[rank] = sum;
  }
  const between = ({ least, most }: { least: number; most: number }) =>
    least + Math.floor(random() * (most - least + 1));

  function nextWord(): string {
    const wanted = random() * sum;
    let low = 0;
    let high = vocabularySize - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  }

  function nextPage(): string {
    const count = between(wordsOfPage);
    const lines: string[] = [];
    for (let done = 0; done < count; done += 12) {
      const line = Array.from({ length: Math.min(12, count - done) }, nextWord).join(' ');
      lines.push(line);
    }
    return `${lines.join('\n')}.`;
  }

  return { words, nextDocument: () => Array.from({ length: between(pagesOfDocument) }, nextPage) };
}
