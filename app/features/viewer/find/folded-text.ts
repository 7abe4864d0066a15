import { foldSpelling } from '#domain/search/devanagari-spelling.ts';
import { foldLetters } from '#domain/search/search-fold.ts';

/**
 * The text of a page as in its text layer, and the ends of its lines (offsets, ascending). A line feed in the text also
 * ends a line.
 */
export type LinedText = { text: string; lineEnds: ArrayLike<number> };

/** A text normalised for comparison; each of its letters refers to a part of the original. */
export type FoldedText = {
  text: string;
  /** Start and end of the original part for each code unit of `text`. */
  starts: Uint32Array;
  ends: Uint32Array;
};

/** Character in folded text at which a word is divided at the end of a line. */
export const division = '\u00ad';

/**
 * Combining marks that are removed in addition to those ignored by the search of the library: Cyrillic, Hebrew, and
 * half marks.
 */
const otherMarks = /[\u0483-\u0487]|[\u0591-\u05c7]|[\ufe20-\ufe2f]/gu;

/** Invisible characters: soft hyphens, joiners, direction marks. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
const onlyUnseen = new RegExp(`^${unseen.source}+$`, 'u');

const space = /^\s+$/u;
const letter = /[\p{L}\p{M}]/u;
const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;
const softHyphen = '\u00ad';
const hyphens = ['-', '\u2010'];

/** Scripts without spaces between words: the end of a line is not a space either. */
export const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A letter with its combining marks, marks without a letter, or Korean syllables that are written in parts. */
const cluster = /[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/uy;

/**
 * Normalises a text for comparing: letters folded as in the search of the library, whitespace and line ends become one
 * space, a hyphen that divides a word at the end of a line becomes a `division`, and there is one kind of dash and
 * quotation mark. Case matters with `matchCase`.
 */
export function foldText({ text, lineEnds }: LinedText, matchCase = false): FoldedText {
  const written = createWriter(text.length);
  let line = 0;
  /**
   * Gap between the last part and this one: the start of its whitespace (-1 for none), and whether a line ended in it.
   */
  let gap = { start: -1, hasLineEnd: false };
  /** The last visible part, or a soft hyphen. */
  let last = { piece: '', folded: '', start: 0, end: 0 };
  for (let at = 0; at < text.length;) {
    const piece = clusterAt(text, at);
    const end = at + piece.length;
    for (let lineEnd = lineEnds[line]; lineEnd !== undefined && lineEnd <= at; lineEnd = lineEnds[line]) {
      gap.hasLineEnd ||= lineEnd > 0;
      line += 1;
    }
    const folded = foldCluster(piece, matchCase);
    if (folded === ' ') {
      if (gap.start === -1) gap.start = at;
      gap.hasLineEnd ||= piece === '\n';
    } else if (folded !== '') {
      if (gap.hasLineEnd || gap.start !== -1) {
        if (isDivision(gap, last.piece, piece, written)) {
          if (last.piece !== softHyphen) written.takeBack();
          written.put(division, last.start, last.end);
        } else if (isSpace(gap, last.piece, piece)) written.put(' ', gap.start === -1 ? at : gap.start, at);
        gap = { start: -1, hasLineEnd: false };
      }
      const spelt = foldSpelling(folded, last.folded, () => text.slice(end, end + 4).replace(unseen, ''));
      written.put(spelt, at, end);
      last = { piece, folded: spelt, start: at, end };
    } else if (piece === softHyphen) last = { piece, folded: '', start: at, end };
    at = end;
  }
  return written.finish();
}

type Gap = { start: number; hasLineEnd: boolean };

/** True where a line end divides a word: after a letter or digit and a hyphen, and before a letter. */
function isDivision(gap: Gap, last: string, piece: string, written: Writer): boolean {
  if (!letter.test(piece)) return false;
  // A soft hyphen is only visible at the end of a line, even if the text does not mark the end.
  if (last === softHyphen) return letterOrDigit.test(written.last(1));
  return gap.hasLineEnd && hyphens.includes(last) && letterOrDigit.test(written.last(2));
}

function isSpace({ start, hasLineEnd }: Gap, last: string, piece: string): boolean {
  if (last === '') return false;
  return start !== -1 || (hasLineEnd && !(spaceless.test(last) && spaceless.test(piece)));
}

function clusterAt(text: string, at: number): string {
  // A shortcut: after most letters no combining mark follows.
  const next = text.charCodeAt(at + 1);
  if (text.charCodeAt(at) < 0x80 && !(next >= 0x300)) return text.charAt(at);
  cluster.lastIndex = at;
  return cluster.exec(text)?.[0] ?? text.charAt(at);
}

/** Returns one part normalised: a space for whitespace, nothing for zero-width characters. */
function foldCluster(piece: string, matchCase: boolean): string {
  if (piece.length === 1 && piece < '\u0080') {
    if (piece <= ' ') return ' ';
    return matchCase ? piece : piece.toLowerCase();
  }
  if (onlyUnseen.test(piece)) return '';
  const plain = foldLetters(piece, matchCase)
    .replace(otherMarks, '')
    .replace(unseen, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u201b\u2032]/gu, "'")
    .replace(/[\u201c\u201d\u201f\u2033]/gu, '"')
    .normalize('NFC');
  return space.test(plain) ? ' ' : plain;
}

type Writer = ReturnType<typeof createWriter>;

/** Collects the folded letters; grows as needed, because one character may become many (ﷺ). */
function createWriter(length: number) {
  let text = '';
  let starts = new Uint32Array(length + 16);
  let ends = new Uint32Array(length + 16);
  return {
    /** Returns the code unit written last, or with `count` an earlier one. */
    last: (count: number) => text.at(-count) ?? '',
    put(folded: string, start: number, end: number) {
      if (text.length + folded.length > starts.length) {
        starts = grow(starts, folded.length);
        ends = grow(ends, folded.length);
      }
      starts.fill(start, text.length, text.length + folded.length);
      ends.fill(end, text.length, text.length + folded.length);
      text += folded;
    },
    takeBack() {
      text = text.slice(0, -1);
    },
    finish(): FoldedText {
      return { text, starts: starts.slice(0, text.length), ends: ends.slice(0, text.length) };
    },
  };
}

function grow(old: Uint32Array<ArrayBuffer>, more: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(old.length * 2 + more);
  grown.set(old);
  return grown;
}
