import { findLegacyNepaliFont } from '#domain/text/legacy-nepali.ts';
import { withoutRepeatedLines } from './repeated-lines.ts';

/** The facts about a page's own text. */
export type PageFacts = {
  text: string;
  /** The fonts of the text, each with the fraction of characters (0 to 1) that use it. */
  fonts: { name: string; share: number }[];
  /** The fraction of the page that pictures cover, 0 to 1. */
  imageShare: number;
  /**
   * Number of letters that are visible on the page, and of those that its text explains; null if they were not counted.
   */
  pictured: { letters: number; explained: number } | null;
  /** Lines that are on most pages of the document (repeated-lines.ts). */
  repeatedLines: ReadonlySet<string>;
};

/**
 * Fonts that draw Devanagari in place of Latin letters, so that their text differs from the visible letters. Names as
 * in PDFs, without the prefix of a subset. Some of them are converted (domain/text/legacy-nepali.ts).
 */
const legacyFonts =
  /preeti|kantipur|sagarmatha|himal[ib]|himalaya|kanchan|navj[ei]+van|pcs ?nepal|fontasy|ganess|shangrila|aa?lekh|jagadamba|nepali(?!.*unicode)|kruti ?dev|devlys|chanakya|shivaji|shusha|dvtt|dv-tt|shree-?dev|walkman/iu;
/** Text in such a font beyond this share makes a page unusable; a letterhead does not. */
const maxLegacyShare = 0.2;

/**
 * Share of the characters: control characters, private-use glyphs, replacement characters. Bullets are such glyphs, and
 * few.
 */
const maxBrokenShare = 0.1;
/** Minimum number of words over a picture of the page; fewer words are a stamp, not the page's text. */
const minWordsOverPicture = 8;
const coveringImageShare = 0.5;
/** Minimum number of letters that the text does not explain; fewer are a logo or the labels of a figure. */
const minUnexplained = 40;
/** Minimum number of letters: with fewer, their frequencies are not significant. */
const minJudgedLetters = 60;
/** The letters e, t, a, o, i, n, s, r: two thirds of European languages, a third of text with exchanged letters. */
const minFrequentShare = 0.4;
/**
 * Minimum fraction of all letters: a page in another script with some formulas is not judged by the letters of the
 * formulas.
 */
const minJudgedShare = 0.4;
/** Accented letters and signs of Latin-1: a fifth of the letters in French or Vietnamese. */
const maxAccentedShare = 0.4;
/**
 * Maximum fraction of Devanagari words that begin with a sign that may only follow a letter; broken encodings have
 * more.
 */
const maxMisplacedSigns = 0.25;
/**
 * Maximum fraction of Devanagari words that are single letters and not real words. A PDF with more seems to have a
 * space after each sign of a word.
 */
const maxScattered = 0.15;
/** Share of words with letters of several scripts. */
const maxMixedWords = 0.3;
const minJudgedWords = 12;

/**
 * Judges whether a page's own text matches its visible content. `unusable`: the text has a legacy font or a broken
 * encoding, its letters are exchanged, or a picture shows more letters than the text explains, e.g. if the text is only
 * a stamp; the page should be recognised. `empty`: there is no text and no picture. In doubt, text is usable, because
 * it is exact and recognition is not.
 */
export function judgePageText(facts: PageFacts): 'usable' | 'unusable' | 'empty' {
  const { text, imageShare, repeatedLines } = facts;
  if (text.trim() === '') return imageShare > 0 ? 'unusable' : 'empty';
  const own = withoutRepeatedLines(text, repeatedLines);
  if (imageShare >= coveringImageShare && count(own, anyWord) < minWordsOverPicture) return 'unusable';
  if (showsMore(facts)) return 'unusable';
  return isLegible({ ...facts, text: own.trim() === '' ? text : own }) ? 'usable' : 'unusable';
}

/** True if the text has no legacy font and no broken encoding, and its letters are not exchanged. */
export function isLegible({ text, fonts }: Pick<PageFacts, 'text' | 'fonts'>): boolean {
  return (
    !isInLegacyFont(fonts, text) &&
    !isBroken(text) &&
    !hasExchangedLetters(text) &&
    !isMisplaced(text) &&
    !isScattered(text)
  );
}

/** True if more letters are visible than the text explains, as on a scan with a header or a footer. */
function showsMore({ pictured }: PageFacts): boolean {
  if (!pictured) return false;
  const unexplained = pictured.letters - pictured.explained;
  return unexplained >= minUnexplained && unexplained > pictured.explained;
}

const anyWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * True if the text has a legacy font whose text can't be converted. Some PDFs with such fonts map their characters; their text is
 * then Devanagari.
 */
function isInLegacyFont(fonts: PageFacts['fonts'], text: string): boolean {
  const isUnknown = (name: string) =>
    legacyFonts.test(name.replace(/^[A-Z]{6}\+/u, '')) && findLegacyNepaliFont(name) === null;
  const share = fonts.reduce((sum, font) => (isUnknown(font.name) ? sum + font.share : sum), 0);
  return share > maxLegacyShare && count(text, /\p{Script=Devanagari}/gu) < count(text, /\p{L}/gu) * 0.5;
}

function isBroken(text: string): boolean {
  const shown = count(text, /\S/gu);
  const broken = count(text, /(?![\t\n\v\f\r])[\p{Cc}\p{Co}\p{Cn}\uFFFD]/gu);
  return shown > 0 && broken / shown > maxBrokenShare;
}

/**
 * True if the letters differ from the visible ones: too few of the frequent ones, too many accented ones, or several
 * scripts in one word. Codes, formulas and tables of numbers have few words of three letters and are not judged by
 * this.
 */
function hasExchangedLetters(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}]{2,}/gu) ?? [];
  const mixed = words.filter((word) => scripts.filter((script) => script.test(word)).length > 1).length;
  if (words.length >= minJudgedWords && mixed / words.length > maxMixedWords) return true;
  const accented = count(text, /[\u00a1-\u00ff]/gu);
  const latin = count(text, /[A-Za-z\u00a1-\u00ff]/gu);
  if (latin >= minJudgedLetters && accented / latin > maxAccentedShare) return true;
  const judged = words.filter((word) => /^[A-Za-z]+$/u.test(word)).join('');
  if (judged.length < Math.max(minJudgedLetters, count(text, /\p{L}/gu) * minJudgedShare)) return false;
  return count(judged, /[etaoinsr]/giu) / judged.length < minFrequentShare;
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Yi}/u,
];

function isMisplaced(text: string): boolean {
  const words = text.match(/[\u0900-\u0963\u0970-\u097f]+/gu) ?? [];
  const misplaced = words.filter((word) => /^\p{M}/u.test(word)).length;
  return words.length >= minJudgedWords && misplaced / words.length > maxMisplacedSigns;
}

/** Single letters (with signs) that are words in Nepali and Hindi. */
const shortWords = new Set(
  'र छ म हो नै के को का की ले मा न त यो ऊ जो हे है हैं में से ने तो भी ही पर व या वे थे था थी कि क्या त्यो जे ए ओ छु दो श्री जी नि क ख ग घ ङ'.split(
    ' ',
  ),
);

/**
 * True if spaces split words. In PDFs made by browsers, signs of Devanagari have their own width, after which a reader
 * assumes a space: `नेपा ली`.
 */
function isScattered(text: string): boolean {
  const words = text.match(/[\u0900-\u0963\u0970-\u097f]+/gu) ?? [];
  const pieces = words.filter(
    (word) => count(word, /(?<!\u094d)[\u0904-\u0939]/gu) <= 1 && !shortWords.has(word),
  ).length;
  return words.length >= minJudgedWords && pieces / words.length > maxScattered;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
