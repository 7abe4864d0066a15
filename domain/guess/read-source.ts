import { foldWord } from '#domain/search/search-fold.ts';
import { stemOf } from '#domain/search/search-text.ts';
import { cleanName } from '#domain/guess/names/clean-name.ts';
import { isFillWord, plainForm, wholeNumber } from '#domain/guess/names/word-forms.ts';

/**
 * The input of a guess: folders and name as people wrote them, separated by slashes, and the text of the first page.
 * `pageCount` is null if the number of pages is not known or there are none, as in HTML.
 */
export type FileSource = { path: string; firstPage: string | null; pageCount?: number | null };

export type SourceName = 'folder' | 'file' | 'text';

/** A word of a name. `form` is its unabbreviated form, `stem` the part that its inflected forms share. */
export type Word = {
  text: string;
  form: string;
  stem: string;
  start: number;
  isCapitals: boolean;
  /** A number from 1 to 10, if the word is a number or an ordinal, in digits, Roman numerals, English or Nepali. */
  number: number | null;
  isOrdinal: boolean;
};

/** One folder name, the file name, or one line of the first page. */
export type Piece = {
  source: SourceName;
  /** The text as written, for display; truncated. */
  shown: string;
  /** Normalised text from which the words were read: with ASCII digits and without invisible characters. */
  text: string;
  words: Word[];
  /** For lines of the text: their number, from 0. For folders: their distance from the file, from 1. */
  distance: number;
};

/** Maximum length in UTF-16 code units. Names are longer only by mistake or malice; file systems allow 255 bytes. */
const maxNameLength = 300;
/** Maximum number of folders that are read; those further up describe the location of the drive, not the file. */
const maxFolders = 10;
/** Maximum length of the head of an exam paper in UTF-16 code units: university, date, programme, subject, marks. */
const maxTextLength = 2500;
const maxLines = 30;
/** Maximum number of words, so that the words that a name explains fit into the bits of one number. */
const maxWords = 30;

/**
 * Returns the pieces of a path: the file, then its folders from the nearest, decoded and without copy marks and sites; then
 * the lines of the first page.
 */
export function readSource({ path, firstPage }: FileSource): Piece[] {
  const names = lastNames(path);
  const pieces = names.map((name, index) =>
    toPiece(index === 0 ? 'file' : 'folder', cleanName(name, { keepsSchools: true }), index),
  );
  const lines = (firstPage ?? '')
    .slice(0, maxTextLength)
    .split(/\r?\n|\s{4,}/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxLines);
  for (const [index, line] of lines.entries()) pieces.push(toPiece('text', line, index));
  return pieces;
}

/** Maximum length of the part of a page that is searched for universities, in UTF-16 code units. */
const maxPageLength = 8000;

/** Returns the text after the head of the first page, as one piece without words; none if the page is short. */
export function readRest({ firstPage }: FileSource): Piece[] {
  const rest = (firstPage ?? '').slice(maxTextLength, maxPageLength);
  if (rest.trim() === '') return [];
  return [{ source: 'text', shown: '', text: plainText(rest), words: [], distance: maxLines }];
}

/** Describes a piece for people: `folder “Sem 4”`. */
export function describePiece({ source, shown }: Pick<Piece, 'source' | 'shown'>): string {
  return `${source === 'text' ? 'first page' : source} “${shown}”`;
}

/** Returns the names of the file and of the nearest folders, from the end of the path. */
function lastNames(path: string): string[] {
  const tail = path.slice(-(maxNameLength * (maxFolders + 1)));
  return tail
    .split(/[/\\]+/)
    .filter((name) => name.trim() !== '')
    .slice(-(maxFolders + 1))
    .reverse();
}

const invisible = /\p{Cf}/gu;
const control = /\p{Cc}/gu;
const devanagariDigit = /[\u0966-\u096f]/g;
const wordForm = /\d{1,2}(?:st|nd|rd|th)(?![\p{L}\p{N}])|\d+|\p{L}[\p{L}\p{M}]*/giu;
/** Names of languages whose symbols would otherwise be lost. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/c\+\+/gi, ' cpp '],
  [/c#/gi, ' csharp '],
  [/\.net(?![\p{L}])/giu, ' dot net '],
];

function toPiece(source: SourceName, name: string, distance: number): Piece {
  const shown = name.slice(0, 80).toWellFormed().replace(invisible, '').replace(control, ' ').trim();
  let text = plainText(name.slice(0, maxNameLength)).slice(0, maxNameLength);
  for (const [sign, word] of signs) text = text.replace(sign, word);
  return { source, shown, text, words: splitName(text), distance };
}

function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(control, ' ')
    .replace(devanagariDigit, (digit) => String(digit.charCodeAt(0) - 0x966));
}

/** Matches most words, for which folding is just lower case. */
const plain = /^[A-Za-z0-9]{1,40}$/;

/** Returns the words of a name, including words separated only by capitals or digits, as in `DataStructures2079`. */
export function splitName(text: string): Word[] {
  const words: Word[] = [];
  const apart = text.replace(byCapitals, '$& ');
  // Positions of inserted spaces, so that `start` refers to the original text.
  const inserted = Array.from(text.matchAll(byCapitals), (match, count) => match.index + match[0].length + count);
  for (const match of apart.matchAll(wordForm)) {
    if (words.length >= maxWords) break;
    const word = plain.test(match[0]) ? match[0].toLowerCase() : foldWord(match[0]);
    const start = match.index - inserted.filter((at) => at < match.index).length;
    if (word !== '') words.push(toWord(word, match[0], start));
  }
  return words;
}

/** Positions between the words of `DataStructures` and `NEDUniversity`; `BScCSIT` and `IoT` are one word. */
const byCapitals = /\p{Ll}(?=\p{Lu}\p{Ll})|\p{Lu}{3}(?=\p{Lu}\p{Ll}{3})/gu;

function toWord(text: string, written: string, start: number): Word {
  const form = plainForm(text);
  const number = wholeNumber(text);
  return {
    text,
    form,
    stem: stemOf(form),
    start,
    isCapitals: written.length > 1 && written === written.toUpperCase(),
    number: number?.value ?? null,
    isOrdinal: number?.isOrdinal ?? false,
  };
}

/** True if the word has content: it is neither a number nor a word such as "of". */
export function isContent(word: Word): boolean {
  return !/^\d/.test(word.text) && !isFillWord(word.text);
}
