import { hash } from './hash.ts';

/** The adjacent keys of each letter on the keyboard. */
const neighbours: Readonly<Record<string, string>> = {
  a: 'qwsz',
  b: 'vghn',
  c: 'xdfv',
  d: 'serfcx',
  e: 'wsdr',
  f: 'drtgvc',
  g: 'ftyhbv',
  h: 'gyujnb',
  i: 'ujko',
  j: 'huikmn',
  k: 'jiolm',
  l: 'kop',
  m: 'njk',
  n: 'bhjm',
  o: 'iklp',
  p: 'ol',
  q: 'wa',
  r: 'edft',
  s: 'awedxz',
  t: 'rfgy',
  u: 'yhji',
  v: 'cfgb',
  w: 'qase',
  x: 'zsdc',
  y: 'tghu',
  z: 'asx',
};

/** Vowel signs of Devanagari that are typed for each other: short and long i, short and long u, e and ai, o and au. */
const vowelSigns = new Map([
  ['\u093f', '\u0940'],
  ['\u0940', '\u093f'],
  ['\u0941', '\u0942'],
  ['\u0942', '\u0941'],
  ['\u0947', '\u0948'],
  ['\u094b', '\u094c'],
]);

/** Words that one typing error turns into other real words, which no list of words finds. */
const realWords = new Map([
  ['form', 'from'],
  ['from', 'form'],
  ['trial', 'trail'],
  ['tape', 'tap'],
  ['area', 'are'],
  ['two', 'tow'],
  ['three', 'there'],
  ['list', 'lost'],
  ['heart', 'hear'],
  ['rows', 'tows'],
  ['loss', 'lose'],
  ['rise', 'ride'],
  ['river', 'rover'],
  ['short', 'shot'],
  ['drop', 'drip'],
  ['goods', 'gods'],
]);

/** Number of words from which on a query has enough others to find its page. */
const wordsBesideReal = 5;

/**
 * Returns the query with one typing error: two letters swapped, one missing, doubled, or an adjacent key instead;
 * sometimes this makes another real word. Never in the first letter, nor in a word of fewer than four, except for real
 * words. A sign of Devanagari is a letter, since it has its own key. The same for the same query. Unchanged if no word
 * is long enough.
 */
export function slip(query: string): string {
  const words = query.split(' ');
  const chance = hash(query);
  const real = words.findIndex((word) => realWords.has(word));
  if (words.length >= wordsBesideReal && real !== -1) {
    return words.with(real, realWords.get(words[real] ?? '') ?? '').join(' ');
  }
  const long = words
    .map((word, place) => ({ letters: [...word], place }))
    .filter(({ letters, place }) => {
      const word = words[place] ?? '';
      return letters.length >= 4 && /^[\p{L}\p{M}]+$/u.test(word);
    });
  const chosen = long[chance % Math.max(1, long.length)];
  if (chosen === undefined) return query;
  return words.with(chosen.place, slipIn(chosen.letters, hash(`${query} letter`), hash(`${query} kind`))).join(' ');
}

function slipIn(letters: readonly string[], place: number, kind: number): string {
  const at = 1 + (place % (letters.length - 1));
  const letter = letters[at] ?? '';
  const changed = [swapped(letters, at), missing(letters, at), doubled(letters, at), neighbouring(letters, at, place)];
  const word = changed[kind % changed.length] ?? '';
  // Two equal letters were swapped, or there is no adjacent key.
  return word === letters.join('') ? missing(letters, letters.lastIndexOf(letter)) : word;
}

function swapped(letters: readonly string[], at: number): string {
  const first = Math.min(at, letters.length - 2);
  // A sign before its consonant is noticed at once.
  if (isDevanagari(letters.join(''))) return missing(letters, at);
  return letters
    .with(first, letters[first + 1] ?? '')
    .with(first + 1, letters[first] ?? '')
    .join('');
}

function missing(letters: readonly string[], at: number): string {
  return letters.toSpliced(at, 1).join('');
}

function doubled(letters: readonly string[], at: number): string {
  return letters.toSpliced(at, 0, letters[at] ?? '').join('');
}

function neighbouring(letters: readonly string[], at: number, chance: number): string {
  const letter = letters[at] ?? '';
  const near = neighbours[letter.toLowerCase()];
  if (near !== undefined) return letters.with(at, near[chance % near.length] ?? letter).join('');
  return letters.with(at, vowelSigns.get(letter) ?? letter).join('');
}

function isDevanagari(word: string): boolean {
  return /\p{Script=Devanagari}/u.test(word);
}
