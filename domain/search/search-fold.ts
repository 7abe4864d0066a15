/**
 * Maximum length of words, in UTF-16 code units after folding; longer runs of letters are not words and are cut to it.
 */
export const maxWordLength = 64;

/** Characters that Unicode does not decompose, with their base letters. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'ng',
  ς: 'σ',
  // Arabic letters with several spellings.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  // The two nasal signs of Devanagari are used for each other.
  '\u0901': '\u0902',
};

/**
 * Dropped marks: accents of Latin, Greek and Cyrillic; vowels and other marks of Arabic; the nukta of Devanagari;
 * invisible joiners.
 */
const dropped = new RegExp(
  [
    String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]`,
    String.raw`[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]`,
    String.raw`\u093c|[\u200b-\u200f\u00ad\u2060\ufe00-\ufe0f]|ʼ`,
  ].join('|'),
  'g',
);

const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Zeros of the scripts whose digits are converted to ASCII. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];
const otherDigit =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

/**
 * Returns a word in the form for comparison. Folds case, accents, ligatures, full-width and superscript characters, and
 * converts digits of other scripts to ASCII. Vowel signs of Indic scripts stay. Returns '' if the word has no letter or
 * digit.
 */
export function foldWord(word: string): string {
  // Decomposing can make a text up to 18 times as long.
  const cut = word.length > 2 * maxWordLength ? word.slice(0, 2 * maxWordLength) : word;
  const folded = foldLetters(cut.replace(/['’ʼ]s$/iu, ''))
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
    .normalize('NFC');
  return folded.length > maxWordLength ? cutAtCharacter(folded) : folded;
}

/**
 * Returns a decomposed text with letters and digits folded as in `foldWord`, and with all other signs unchanged. With
 * `matchCase`, capitals stay.
 */
export function foldLetters(text: string, matchCase = false): string {
  const composed = text.normalize('NFKC');
  return (matchCase ? composed : composed.toLowerCase())
    .replace(special, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(dropped, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(otherDigit, toAsciiDigit);
}

/** Returns the ASCII digit for a digit of one of the scripts of `zeros`. */
export function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = zeros.findLast((each) => each <= code) ?? code;
  return String(code - zero);
}

/** Cuts a text, but not inside a surrogate pair. */
function cutAtCharacter(text: string): string {
  const last = text.charCodeAt(maxWordLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxWordLength - 1 : maxWordLength);
}

/** Ranges of scripts without spaces between words: Thai to Tibetan, Myanmar, Khmer, Chinese, Japanese, Korean. */
const bigramRanges: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0fff],
  [0x1000, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xff66, 0xffdc],
  [0x20000, 0x3ffff],
];

export function isBigramScript(codePoint: number): boolean {
  return codePoint >= 0x0e00 && bigramRanges.some(([from, to]) => codePoint >= from && codePoint <= to);
}
