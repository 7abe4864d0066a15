import type { Pdfium } from './pdfium.ts';

/** What a page of a PDF says by itself, and what that is worth. */
export type PdfPageText = {
  /** In PDFium's order of reading, a line of the page on each line. Surrogates are well formed; controls are kept. */
  text: string;
  /** The fonts of the characters, most used first, with the share (0 to 1) of each. */
  fonts: { name: string; share: number }[];
  /** The share (0 to 1) of the page that is covered by pictures; without text, by anything drawn: perhaps letters. */
  imageShare: number;
};

export type TextLimits = {
  /** What follows is not read. */
  characters: number;
  /** Fonts are looked up for this many characters, spread over the page. */
  fontSamples: number;
  /** Only so many objects are looked at for pictures. */
  objects: number;
};

// Names and numbers of PDFium's public headers fpdf_text.h and fpdf_edit.h.
const pathObject = 2;
const imageObject = 3;
const shadingObject = 4;
const formObject = 5;
const imagesOnly: ReadonlySet<number> = new Set([imageObject]);
const drawings: ReadonlySet<number> = new Set([pathObject, imageObject, shadingObject]);
const fontNameBytes = 128;
/** PDFium puts this where a word was divided at the end of a line, instead of its hyphen and the end of the line. */
// oxlint-disable-next-line no-control-regex -- PDFium's own mark
const dividedWord = /[\ufffe\u0002]/g;
/** Pictures are measured on a grid of so many fields, so that overlapping ones count once. */
const gridSide = 32;

/** `page` is the handle of a loaded page. */
export function readPdfText(pdfium: Pdfium, page: number, limits: TextLimits): PdfPageText {
  const handle = pdfium.loadText(page);
  let text = '';
  let fonts: PdfPageText['fonts'] = [];
  if (handle) {
    try {
      const count = Math.max(0, pdfium.countCharacters(handle));
      text = readCharacters(pdfium, handle, Math.min(count, limits.characters));
      fonts = countFonts(pdfium, handle, count, limits.fontSamples);
    } finally {
      pdfium.closeText(handle);
    }
  }
  const pictures = text.trim() === '' ? drawings : imagesOnly;
  return { text, fonts, imageShare: measurePictures(pdfium, page, pictures, limits.objects) };
}

function readCharacters(pdfium: Pdfium, handle: number, count: number): string {
  if (count === 0) return '';
  // A character may be a surrogate pair, and PDFium writes a terminating zero.
  const pointer = pdfium.allocate((count * 2 + 1) * 2);
  try {
    const written = pdfium.readText(handle, 0, count, pointer);
    const bytes = Buffer.from(pdfium.heap().subarray(pointer, pointer + Math.max(0, written - 1) * 2));
    return bytes
      .toString('utf16le')
      .toWellFormed()
      .replace(dividedWord, '-\n')
      .replace(/\r\n?/g, '\n')
      .replace(/[ \t]+$/gm, '');
  } finally {
    pdfium.free(pointer);
  }
}

function countFonts(pdfium: Pdfium, handle: number, count: number, samples: number): PdfPageText['fonts'] {
  const names = new Map<string, number>();
  const buffer = pdfium.allocate(fontNameBytes);
  try {
    const step = Math.max(1, Math.floor(count / samples));
    let found = 0;
    for (let index = 0; index < count; index += step) {
      // With the terminating zero; 0 for a space that PDFium added.
      const size = pdfium.characterFont(handle, index, buffer, fontNameBytes, 0);
      if (size <= 1) continue;
      const bytes = pdfium.heap().subarray(buffer, buffer + Math.min(size, fontNameBytes) - 1);
      const name = Buffer.from(bytes).toString();
      names.set(name, (names.get(name) ?? 0) + 1);
      found += 1;
    }
    return [...names]
      .map(([name, each]) => ({ name, share: each / found }))
      .sort((one, other) => other.share - one.share);
  } finally {
    pdfium.free(buffer);
  }
}

/**
 * The share of the page under objects of these types; a form (a drawing used as one object) counts where it has some of
 * its own.
 */
function measurePictures(pdfium: Pdfium, page: number, types: ReadonlySet<number>, maxObjects: number): number {
  const [wide, high] = [pdfium.pageWidth(page), pdfium.pageHeight(page)];
  if (!(wide > 0 && high > 0)) return 0;
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
      cover(covered, { left: left / wide, right: right / wide, bottom: bottom / high, top: top / high });
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

/** Adds the fields of the grid whose middle is in the box; a page's origin is rarely other than its corner. */
function cover(covered: Set<number>, box: { left: number; right: number; bottom: number; top: number }): void {
  const first = (from: number) => Math.max(0, Math.ceil(from * gridSide - 0.5));
  const last = (to: number) => Math.min(gridSide - 1, Math.floor(to * gridSide - 0.5));
  for (let row = first(box.bottom); row <= last(box.top); row += 1)
    for (let column = first(box.left); column <= last(box.right); column += 1) covered.add(row * gridSide + column);
}
