import type { LineBox } from '#domain/reading-order/line-box.ts';
import { areOneWord, orderLines } from '#domain/reading-order/order-lines.ts';
import { convertLegacyNepali, findLegacyNepaliFont, type LegacyNepaliFont } from '#domain/text/legacy-nepali.ts';
import { withFontNames } from './font-names.ts';
import type { Pdfium } from './pdfium.ts';

/** A piece of text that PDFium treats as a line. */
type Piece = {
  text: string;
  /** The box in reading direction: rotated so that its letters are upright; `y` grows downwards. */
  box: LineBox;
  quarter: Quarter;
};

/** Clockwise quarter turns of the letters; null for slanted letters, as those of a watermark. */
type Quarter = 0 | 1 | 2 | 3 | null;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
/**
 * Character that PDFium writes where a word is divided at the end of a line, in place of the hyphen and the line end.
 */
const dividedWord = 0x02;
/** Control characters that PDFium leaves out of texts (IsControlChar in cpdf_textpage.cpp). */
const leftOut = new Set([0x02, 0x03, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0xfffe]);
/** Maximum deviation of letters from a right angle, in quarter turns; letters beyond it count as slanted. */
const maxAskew = 0.1;

/**
 * Reads the first `count` characters of a page, a line of the page on each line, in reading order. `handle` is that of
 * the page's loaded text. Text with another direction than most of the page follows at the end. With `hasLegacyFont`, text in
 * legacy Nepali fonts is converted to Unicode; that costs a lookup for each character. Letters outside of `within`, the
 * visible box of the page, are left out: half of a sheet still has the text of the other half.
 */
export function readPageLines(
  pdfium: Pdfium,
  handle: number,
  count: number,
  { hasLegacyFont = false, within = null }: { hasLegacyFont?: boolean; within?: Bounds | null } = {},
): string {
  const pieces = hasLegacyFont
    ? withFontNames(pdfium, handle, (nameAt) => readPieces(pdfium, handle, count, { nameAt, within }))
    : readPieces(pdfium, handle, count, { nameAt: null, within });
  const main = mainQuarter(pieces);
  const upright = pieces.filter(({ quarter }) => quarter === main);
  const others = pieces.filter(({ quarter }) => quarter !== main);
  const rows = orderLines(upright.map(({ box }) => box)).map((indices) =>
    joinPieces(indices.flatMap((index) => upright[index] ?? [])),
  );
  return [...rows, ...others.map(({ text }) => text)]
    .join('\n')
    .toWellFormed()
    .replace(/[ \t]+$/gm, '');
}

function readPieces(
  pdfium: Pdfium,
  handle: number,
  count: number,
  { nameAt, within }: { nameAt: ((index: number) => string | null) | null; within: Bounds | null },
): Piece[] {
  const pieces: Piece[] = [];
  const pointer = pdfium.allocate(4 * 4);
  let [text, quarter]: [string, Quarter] = ['', 0];
  let letters: Bounds[] = [];
  /** The legacy font of the last characters, and where they begin in `text`. */
  let run: { font: LegacyNepaliFont | null; start: number } = { font: null, start: 0 };
  /** True after a letter outside of the page, whose spaces are left out too. */
  let isOutside = false;

  function endRun(font: LegacyNepaliFont | null = null) {
    if (run.font) text = text.slice(0, run.start) + convertLegacyNepali(text.slice(run.start), run.font);
    run = { font, start: text.length };
  }

  function endPiece() {
    endRun();
    const before = pieces.at(-1);
    if (letters.length > 0) pieces.push({ text, quarter, box: toBox(letters, quarter, text) });
    // An empty line belongs to the one before it.
    else if (before) before.text += `\n${text}`;
    [text, letters] = ['', []];
    run = { font: null, start: 0 };
  }

  try {
    for (let index = 0; index < count; index += 1) {
      const code = pdfium.characterCode(handle, index);
      const isDivided = code === dividedWord && pdfium.isHyphen(handle, index) === 1;
      if (isDivided) text += '-';
      if (isDivided || code === lineFeed) endPiece();
      if (code === 0 || code === carriageReturn || code === lineFeed || leftOut.has(code)) continue;
      if (code === space && isOutside) continue;
      if (code !== space && pdfium.characterBox(handle, index, pointer)) {
        const letter = readBounds(pdfium, pointer);
        isOutside = within !== null && !hasMiddleIn(within, letter);
        if (isOutside) continue;
        const last = letters.at(-1);
        if (quarter === 2 && last && startsBefore(letter, last)) endPiece();
        if (letters.length === 0) quarter = toQuarter(pdfium.characterAngle(handle, index));
        letters.push(letter);
      }
      const name = nameAt?.(index) ?? null;
      const font = name === null ? run.font : findLegacyNepaliFont(name);
      if (font !== run.font) endRun(font);
      text += String.fromCodePoint(Math.min(code, 0x10ffff));
    }
    endPiece();
    return pieces;
  } finally {
    pdfium.free(pointer);
  }
}

/** A box in points, from the lower left corner of the page. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

function hasMiddleIn(box: Bounds, { left, top, right, bottom }: Bounds): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;
}

/** Reads FS_RECTF of PDFium's public header fpdfview.h. */
export function readBounds(pdfium: Pdfium, pointer: number): Bounds {
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.heap().buffer, pointer, 4);
  return { left, top, right, bottom };
}

/** True if an upside-down letter starts another piece: PDFium orders the pieces of a row as if they were upright. */
function startsBefore(letter: Bounds, last: Bounds): boolean {
  return letter.left > last.right + (last.top - last.bottom);
}

/** Returns the quarter of an `angle` in radians, clockwise. */
function toQuarter(angle: number): Quarter {
  const quarters = angle / (Math.PI / 2);
  const nearest = Math.round(quarters);
  return Math.abs(quarters - nearest) < maxAskew ? ((nearest % 4) as Quarter) : null;
}

function toBox(letters: readonly Bounds[], quarter: Quarter, text: string): LineBox {
  const boxes = letters.map((letter) => turnUpright(letter, quarter));
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    // Raised letters and a watermark would make the line higher.
    top: middleOf(boxes.map(({ top }) => top)),
    bottom: middleOf(boxes.map(({ bottom }) => bottom)),
    isRightToLeft: countOf(text, rightToLeft) * 2 > countOf(text, anyLetter),
  };
}

function turnUpright({ left, top, right, bottom }: Bounds, quarter: Quarter): LineBox {
  if (quarter === 1) return { left: -top, right: -bottom, top: -right, bottom: -left };
  if (quarter === 2) return { left: -right, right: -left, top: bottom, bottom: top };
  if (quarter === 3) return { left: bottom, right: top, top: left, bottom: right };
  return { left, right, top: -top, bottom: -bottom };
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu;
const anyLetter = /[\p{L}\p{M}]/gu;
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Returns the direction of most letters. */
function mainQuarter(pieces: readonly Piece[]): Quarter {
  const lengths = new Map<Quarter, number>();
  for (const { quarter, text } of pieces)
    if (quarter !== null) lengths.set(quarter, (lengths.get(quarter) ?? 0) + text.length);
  const [most] = [...lengths].sort(([, one], [, other]) => other - one);
  return most ? most[0] : null;
}

function joinPieces(pieces: readonly Piece[]): string {
  let text = '';
  let last: Piece | null = null;
  for (const piece of pieces) {
    if (!last) text = piece.text;
    else text = `${text.trimEnd()}${areOneWord(last.box, piece.box) ? '' : ' '}${piece.text.trimStart()}`;
    last = piece;
  }
  return text;
}
