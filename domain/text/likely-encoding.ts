import { decodeCodePage, isCodePage, type CodePage } from './code-pages.ts';

/**
 * Finds the encoding of bytes that do not declare one and are not UTF-8: names of files, and pages. For such bytes,
 * browsers use windows-1252 (html.spec.whatwg.org, "determining the character encoding"); this uses another encoding
 * only if the text in it is clearly more usual. We tried the detectors on npm: they need more text than a file name
 * has.
 */

/** A name that TextDecoder knows, or a DOS code page. */
export type LegacyEncoding =
  | 'windows-1252'
  | 'windows-1251'
  | 'windows-1253'
  | 'koi8-r'
  | 'ibm866'
  | 'shift_jis'
  | 'euc-jp'
  | 'gb18030'
  | 'big5'
  | 'euc-kr'
  | CodePage;

const otherScripts = [
  'windows-1251',
  'koi8-r',
  'ibm866',
  'windows-1253',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-jp',
  'euc-kr',
] as const;

/** Candidates by the source of the bytes. The first one is used unless another is clearly better. */
export const likelyEncodings = {
  page: ['windows-1252', ...otherScripts],
  disk: ['windows-1252', 'cp437', 'cp850', ...otherScripts],
  /** Windows writes names in archives in the code page of its console. */
  archive: ['cp437', 'cp850', 'windows-1252', ...otherScripts],
} as const satisfies Record<string, readonly LegacyEncoding[]>;

/** Much more text than is needed to decide. */
const maxJudgedBytes = 16 * 1024;

/** Amount by which the mean score per byte above 0x7F of another candidate must exceed that of the first one. */
const clearly = 0.25;

/** Returns the likely encoding of the bytes, which are neither ASCII nor UTF-8. */
export function findLikelyEncoding(bytes: Uint8Array, candidates: readonly LegacyEncoding[]): LegacyEncoding {
  const judged = bytes.subarray(0, maxJudgedBytes);
  const scores = candidates.map((encoding) => ({ encoding, score: scoreOf(judged, encoding) }));
  const [first, ...others] = scores;
  if (!first) return 'windows-1252';
  const best = others.reduce((one, other) => (other.score > one.score ? other : one), first);
  return best.score >= first.score + clearly || first.score === -Infinity ? best.encoding : first.encoding;
}

/** Returns the text of the bytes in the encoding. */
export function decodeLegacy(bytes: Uint8Array, encoding: LegacyEncoding): string {
  return isCodePage(encoding) ? decodeCodePage(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}

/** Returns the text if the bytes are valid UTF-8, else null. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the mean score of the bytes above 0x7F: about 1 if each is part of a usual letter, below 0 if few are. */
function scoreOf(bytes: Uint8Array, encoding: LegacyEncoding): number {
  const high = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  if (high === 0) return 0;
  const pairs = pairRules[encoding];
  // Pairs first, so that a text of 16 KB is only decoded for the few encodings that are possible.
  const sum = pairs ? scorePairs(bytes, pairs) : scoreText(decodeLegacy(bytes, encoding));
  return sum / high;
}

/** Returns the score of a pair of bytes, or of a single one (`trail` is null); null if the encoding doesn't have it. */
type PairRules = (lead: number, trail: number | null) => number | null;

const between = (byte: number, low: number, high: number) => byte >= low && byte <= high;

/**
 * Rules for scores: common characters are in the first rows of their standards, ordered by sound; rare ones in the rows
 * after these.
 */
const pairRules: { [Name in LegacyEncoding]?: PairRules } = {
  gb18030(lead, trail) {
    if (!between(lead, 0x81, 0xfe) || trail === null || trail === 0x7f || trail < 0x40) return null;
    if (trail < 0xa1) return -2;
    if (between(lead, 0xb0, 0xd7)) return 2;
    return between(lead, 0xa1, 0xa3) || between(lead, 0xd8, 0xf7) ? 0.8 : -2;
  },
  big5(lead, trail) {
    const isTrail = trail !== null && (between(trail, 0x40, 0x7e) || between(trail, 0xa1, 0xfe));
    if (!between(lead, 0xa1, 0xf9) || !isTrail) return null;
    if (between(lead, 0xa4, 0xc6)) return trail < 0x80 ? 1.5 : 2;
    return between(lead, 0xc9, 0xf9) ? 0.4 : 0.6;
  },
  shift_jis(lead, trail) {
    // Katakana of half the width, of old terminals.
    if (between(lead, 0xa1, 0xdf)) return -0.8;
    if (!between(lead, 0x81, 0xfc) || trail === null || trail < 0x40 || trail === 0x7f || trail > 0xfc) return null;
    if ((lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)) return 2;
    if (between(lead, 0x88, 0x98)) return 1.7;
    return between(lead, 0x81, 0x9f) || between(lead, 0xe0, 0xea) ? 0.5 : -2;
  },
  'euc-jp'(lead, trail) {
    if (!between(lead, 0xa1, 0xfe) || trail === null || trail < 0xa1) return null;
    // Hiragana and katakana, which nearly every text contains.
    if (lead === 0xa4 || lead === 0xa5) return 2.2;
    return between(lead, 0xb0, 0xcf) ? 1.6 : -0.5;
  },
  'euc-kr'(lead, trail) {
    if (!between(lead, 0xa1, 0xfe) || trail === null || trail < 0xa1) return null;
    // Syllables. A Chinese text has half of its characters beyond them.
    return between(lead, 0xb0, 0xc8) ? 2.1 : -4;
  },
};

/** Minimum number of pairs in a Korean text, because a short text in another encoding may look like Korean. */
const minKoreanPairs = 6;

function scorePairs(bytes: Uint8Array, rules: PairRules): number {
  let sum = 0;
  let pairs = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[index + 1] ?? null;
    // The text may be cut off between them.
    if (trail === null && bytes.length === maxJudgedBytes) break;
    const score = rules(lead, trail);
    if (score === null) return -Infinity;
    sum += score;
    pairs += 1;
    const isSingle = rules === pairRules.shift_jis && between(lead, 0xa1, 0xdf);
    if (isSingle) continue;
    // Such letters are rarely next to Latin letters, but accents and apostrophes are.
    if (isAsciiLetter(bytes[index - 1]) || isAsciiLetter(bytes[index + 2])) sum -= isAsciiLetter(trail) ? 3 : 0.7;
    index += 1;
  }
  return rules === pairRules['euc-kr'] && pairs < minKoreanPairs ? -Infinity : sum;
}

function isAsciiLetter(byte: number | null | undefined): boolean {
  return byte !== undefined && byte !== null && between(byte | 0x20, 0x61, 0x7a);
}

const accented = new Set('àâäáãåæçèéêëìíîïñòóôöõøœùúûüßÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕØŒÙÚÛÜ');
/** The more frequent half of the letters. */
const frequent = new Set('оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУαοιεητνσςρκπμλάόίέήΑΟΙΕΗΤΝΣΡΚΠΜΛ');
const alphabets = /[\u0410-\u044F\u0401\u0451\u0386-\u03CE]/;
/** Signs that occur in names and sentences of any language. */
const usualSigns = new Set('’‘“”„«»–—…·°№§€º\u00A0');

function scoreText(text: string): number {
  let sum = 0;
  // Words, and single signs between them.
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}\0-\x7f]/gu)) {
    if (/^[\0-\x7f]*$/.test(word)) continue;
    if (/\p{L}/u.test(word)) sum += scoreWord(word);
    else sum += usualSigns.has(word) ? 0.4 : -1.5;
    if (/[\x80-\x9f\ufffd\p{Co}]/u.test(word)) sum -= 3;
  }
  // Quotes and dashes are next to words, not within them; only an apostrophe is.
  sum -= [...text.matchAll(/\p{Ll}[“”„‚‡†‰™˜ˆ¤¥¦¨¬¯±²³µ¶¹¼½¾¿×÷](?=\p{Ll})/gu)].length;
  return sum;
}

function scoreWord(word: string): number {
  const letters = [...word];
  const foreign = letters.filter((letter) => letter > '\x7f');
  const hasLatin = /\p{Script=Latin}/u.test(word);
  const isMixed = hasLatin && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
  if (isMixed) return -2 * foreign.length;
  const capitalsWithin = /\p{Ll}/u.test(word) ? [...word.matchAll(/(?<=\p{L})(?![A-Z])\p{Lu}/gu)].length : 0;
  let sum = -1.5 * capitalsWithin;
  if (hasLatin) {
    // Accents are among other letters.
    const isPlausible = foreign.length * 2 <= letters.length || letters.length < 3;
    // In DOS code pages, á of other encodings is ß, which follows a vowel, while á hardly ever does.
    sum -= [...word.matchAll(/(?:[^aeiouäöüy]|^)ß|[aeiou]á/giu)].length;
    for (const letter of foreign) sum += isPlausible && accented.has(letter) ? 1 : -0.7;
    return sum;
  }
  for (const letter of foreign) {
    const usual = frequent.has(letter) ? 1 : alphabets.test(letter) ? 0.4 : -0.8;
    sum += usual + (/\p{Ll}/u.test(letter) ? 0.15 : 0);
  }
  return sum;
}
