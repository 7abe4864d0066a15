const virama = '\u094d';
const anusvara = '\u0902';

/** Nasal consonants. Before another consonant they may also be written as a dot: `सङ्गति` and `संगति`. */
const nasals = 'ङञणनम';
const nasal = new RegExp(`[${nasals}]${virama}(?=[\u0915-\u0939])`, 'gu');

/** Replaces nasals that may also be written as a dot by a dot. */
export function foldNasals(text: string): string {
  return text.replace(nasal, anusvara);
}

/** Replaces the signs of long i and u by those of short ones, because writers confuse them. */
export function foldVowelSigns(text: string): string {
  return text.replaceAll('\u0940', '\u093f').replaceAll('\u0942', '\u0941');
}

const isDevanagari = /[\u0900-\u097f]/;
const isConsonant = /^[\u0915-\u0939\u0958-\u095f]/;

/** Half letters that writers confuse: aspirated and unaspirated ones (`विध्यार्थी`), and the three forms of s. */
const plainConsonants: Readonly<Record<string, string>> = Object.fromEntries(
  ['खक', 'घग', 'छच', 'झज', 'ठट', 'ढड', 'थत', 'धद', 'फप', 'भब', 'शस', 'षस'].map((pair) => [...pair]),
);

/**
 * Returns one letter of a text with its signs, after `foldLetters`, in one spelling if there are several: vowels and
 * nasals as in `devanagariStem`, long vowels also as letters, and half letters. `before` is the previous letter in this
 * spelling, and `after` returns the text that follows. The search of the library treats wrong half letters as misspelt
 * words.
 */
export function foldSpelling(letter: string, before: string, after: () => string): string {
  if (!isDevanagari.test(letter)) return letter;
  const spelt = foldVowelSigns(letter).replace('ई', 'इ').replace('ऊ', 'उ');
  const base = spelt.charAt(0);
  const plain = plainConsonants[base] ?? base;
  if (spelt === base + virama) {
    const next = after().charAt(0);
    return isConsonant.test(next) && nasals.includes(base) ? anusvara : plain + virama;
  }
  // The second letter of a pair such as `द्ध`, which is also written `ध्द`.
  return before === plain + virama ? plain + spelt.slice(1) : spelt;
}
