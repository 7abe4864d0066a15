import { findLegacyNepaliFont } from '#domain/text/legacy-nepali.ts';
import { withFontNames } from './font-names.ts';
import { readBounds, readPageLines, type Bounds } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { createShownBoxes, type ShownBox } from './pictured-letters.ts';

/** The text in the file of a PDF page, and facts that help to judge that text. */
export type PdfPageText = {
  /**
   * The text, with one line for each line of the page, in reading order. Surrogates are well formed; there may be
   * control characters.
   */
  text: string;
  /** The fonts of the characters, most used first, with the share (0 to 1) of each. */
  fonts: { name: string; share: number }[];
  /**
   * The fraction (0 to 1) of the page that is covered by pictures; if the page has no text, by anything drawn, which
   * may be letters.
   */
  imageShare: number;
};

export type TextLimits = {
  /** Further characters are not read. */
  characters: number;
  /** The fonts of this many characters are read, spread over the page. */
  fontSamples: number;
  /** Maximum number of objects that are checked for pictures. */
  objects: number;
};

// Names and numbers of PDFium's public headers fpdf_text.h and fpdf_edit.h.
const pathObject = 2;
const imageObject = 3;
const shadingObject = 4;
const formObject = 5;
const imagesOnly: ReadonlySet<number> = new Set([imageObject]);
const drawings: ReadonlySet<number> = new Set([pathObject, imageObject, shadingObject]);
/** Fraction of the page below which a picture is a figure, and its letters are labels. */
const leastPictured = 0.5;
/** With fewer characters than a few lines, outlines may be the text of the page. */
const littleText = 300;
/** Fields of the grid on which pictures are measured, so that overlapping ones count once. */
const gridSide = 32;

/** Reads the text. `page` is the handle of a loaded page. */
export function readPdfText(pdfium: Pdfium, page: number, limits: TextLimits): PdfPageText {
  const handle = pdfium.loadText(page);
  let text = '';
  let fonts: PdfPageText['fonts'] = [];
  if (handle) {
    try {
      const count = Math.max(0, pdfium.countCharacters(handle));
      fonts = countFonts(pdfium, handle, count, limits.fontSamples);
      const hasLegacyFont = fonts.some(({ name }) => findLegacyNepaliFont(name) !== null);
      text = readPageLines(pdfium, handle, Math.min(count, limits.characters), {
        hasLegacyFont,
        within: visibleBox(pdfium, page),
      });
    } finally {
      pdfium.closeText(handle);
    }
  }
  const pictures = text.trim() === '' ? drawings : imagesOnly;
  return { text, fonts, imageShare: measurePictures(pdfium, page, pictures, limits.objects) };
}

/** Returns the visible box of a page; null for a page without one. */
export function visibleBox(pdfium: Pdfium, page: number): Bounds | null {
  const pointer = pdfium.allocate(4 * 4);
  try {
    const box = pdfium.pageBox(page, pointer) ? readBounds(pdfium, pointer) : null;
    return box && box.right > box.left && box.top > box.bottom ? box : null;
  } finally {
    pdfium.free(pointer);
  }
}

/** True if pictures (or outlines, if there is little text) may have letters that the page's own text lacks. */
export function mayPictureLetters(
  pdfium: Pdfium,
  page: number,
  { text, imageShare }: PdfPageText,
  limits: TextLimits,
): boolean {
  const { length } = text.trim();
  if (length === 0) return false;
  if (imageShare >= leastPictured) return true;
  return length < littleText && measurePictures(pdfium, page, drawings, limits.objects) >= leastPictured;
}

function countFonts(pdfium: Pdfium, handle: number, count: number, samples: number): PdfPageText['fonts'] {
  const names = new Map<string, number>();
  const step = Math.max(1, Math.floor(count / samples));
  let found = 0;
  withFontNames(pdfium, handle, (nameAt) => {
    for (let index = 0; index < count; index += step) {
      const name = nameAt(index);
      if (name === null) continue;
      names.set(name, (names.get(name) ?? 0) + 1);
      found += 1;
    }
  });
  return [...names]
    .map(([name, each]) => ({ name, share: each / found }))
    .sort((one, other) => other.share - one.share);
}

/**
 * Returns the fraction of the page under objects of these types. A form (a drawing used as one object) counts if it
 * contains such objects.
 */
function measurePictures(pdfium: Pdfium, page: number, types: ReadonlySet<number>, maxObjects: number): number {
  const toShown = createShownBoxes(pdfium, page);
  const covered = new Set<number>();
  const bounds = pdfium.allocate(4 * 4);
  try {
    const count = Math.min(pdfium.countObjects(page), maxObjects);
    for (let index = 0; index < count; index += 1) {
      const object = pdfium.pageObject(page, index);
      const type = pdfium.objectType(object);
      if (!types.has(type) && !(type === formObject && holdsAny(pdfium, object, types, maxObjects))) continue;
      if (!pdfium.objectBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12)) continue;
      const view = new DataView(pdfium.heap().buffer, bounds, 16);
      const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true));
      cover(covered, toShown({ left, bottom, right, top }));
    }
    return covered.size / gridSide ** 2;
  } finally {
    pdfium.free(bounds);
  }
}

function holdsAny(pdfium: Pdfium, form: number, types: ReadonlySet<number>, maxObjects: number): boolean {
  const count = Math.min(pdfium.countFormObjects(form), maxObjects);
  for (let index = 0; index < count; index += 1)
    if (types.has(pdfium.objectType(pdfium.formObject(form, index)))) return true;
  return false;
}

/** Adds the fields of the grid whose middle is within the box. */
function cover(covered: Set<number>, box: ShownBox): void {
  const first = (from: number) => Math.max(0, Math.ceil(from * gridSide - 0.5));
  const last = (to: number) => Math.min(gridSide - 1, Math.floor(to * gridSide - 0.5));
  for (let row = first(box.top); row <= last(box.bottom); row += 1)
    for (let column = first(box.left); column <= last(box.right); column += 1) covered.add(row * gridSide + column);
}
