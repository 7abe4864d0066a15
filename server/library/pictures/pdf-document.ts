import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { QuarterTurn } from '#domain/page-turns.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { maxPictureSide } from './picture-job.ts';
import { countPapersInside } from './portfolio.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';
import { mayPictureLetters, readPdfText, type PdfPageText, type TextLimits } from './pdf-text.ts';
import { findPicturedLetters, readTextBoxes, type PicturedLetters } from './pictured-letters.ts';

/** A page as pixels on white: red, green, blue, alpha, one byte each; only one byte if it is grey. */
type PagePixels = { width: number; height: number; data: Buffer };

/** An open PDF. For the picture process only: it blocks, and hostile files can hang or crash it. */
export interface PdfDocument {
  pageCount: number;
  /**
   * Renders the page (from 1), turned by this many degrees clockwise, about `width` pixels wide. Null if the page cannot
   * be loaded.
   */
  render(page: number, width: number, turn?: QuarterTurn): PagePixels | null;
  /**
   * Renders the page (from 1) in grey, one byte for each pixel, `dpi` dots for each inch unless its longer side would
   * have fewer than `minSide` or more than `maxSide` pixels. Null if the page cannot be loaded.
   */
  renderGrey(page: number, size: { dpi: number; minSide: number; maxSide: number }): PagePixels | null;
  /** Returns the text of the page (from 1), at most `limits.characters`. Null if the page cannot be loaded. */
  readText(page: number, limits: TextLimits): (PdfPageText & { pictured: PicturedLetters | null }) | null;
  /** Returns the number of PDFs attached as files. */
  papersInside(): number;
  /** True if the page (from 1) can be loaded. */
  hasPage(page: number): boolean;
  close(): void;
}

// Names and numbers of PDFium's public headers fpdfview.h and fpdf_formfill.h.
const passwordError = 4;
/** Formats of a bitmap: its number in the header, bytes for each pixel, and flags for rendering. */
const inColour = { number: 4, bytes: 4, flags: 0x10 };
const inGrey = { number: 1, bytes: 1, flags: 0 };
const drawAnnotations = 0x01;
const formInfoBytes = 256;
const formInfoVersion = 2;
const pointsPerInch = 72;

/** A page may be a banner of a hundred metres. */
const maxPixels = 24_000_000;

/** Size in which letters are counted: those of 6 points are four pixels high. */
const lettersSize = { dpi: 120, minSide: 1000, maxSide: 1400 };

const load = memoizeSuccess(loadPdfium);

/**
 * Tries the passwords on a locked PDF, each in the encodings that programs use: UTF-8, and one byte for each letter if
 * all letters allow it, as before PDF 2.
 */
export async function tryPasswords(
  path: string,
  passwords: readonly string[],
): Promise<'opens' | 'locked' | 'not-locked' | 'damaged'> {
  const pdfium = await load();
  const bytes = readIntoHeap(pdfium, path);
  try {
    const attempt = (password: number) => {
      const document = pdfium.loadDocument(bytes.pointer, bytes.size, password);
      if (document) pdfium.closeDocument(document);
      return Boolean(document);
    };
    if (attempt(0)) return 'not-locked';
    if (pdfium.lastError() !== passwordError) return 'damaged';
    for (const password of passwords.flatMap(encodingsOf)) {
      const pointer = pdfium.allocate(password.length + 1);
      try {
        pdfium.heap().set([...password, 0], pointer);
        if (attempt(pointer)) return 'opens';
      } finally {
        pdfium.free(pointer);
      }
    }
    return 'locked';
  } finally {
    pdfium.free(bytes.pointer);
  }
}

function encodingsOf(password: string): Buffer[] {
  const isLatin1 = [...password].every((letter) => (letter.codePointAt(0) ?? 0) < 256);
  return [Buffer.from(password), ...(isLatin1 ? [Buffer.from(password, 'latin1')] : [])];
}

/** Opens a PDF for reading. */
export async function openPdf(path: string): Promise<PdfDocument | 'locked' | 'damaged'> {
  const pdfium = await load();
  const bytes = readIntoHeap(pdfium, path);
  const document = pdfium.loadDocument(bytes.pointer, bytes.size, 0);
  if (!document) {
    const error = pdfium.lastError();
    pdfium.free(bytes.pointer);
    return error === passwordError ? 'locked' : 'damaged';
  }
  const form = openForm(pdfium, document);
  return {
    pageCount: pdfium.pageCount(document),
    hasPage(page) {
      const handle = pdfium.loadPage(document, page - 1);
      if (handle) pdfium.closePage(handle);
      return Boolean(handle);
    },
    render: (page, width, turn = 0) =>
      renderPage(pdfium, { document, form: form.handle }, page, {
        format: inColour,
        turn,
        choose: (wide, high) => fit(wide, high, width),
      }),
    renderGrey: (page, size) =>
      renderPage(pdfium, { document, form: form.handle }, page, {
        format: inGrey,
        choose: (wide, high) => fitDots(wide, high, size),
      }),
    readText(page, limits) {
      const handle = pdfium.loadPage(document, page - 1);
      if (!handle) return null;
      try {
        const found = readPdfText(pdfium, handle, limits);
        const pixels = mayPictureLetters(pdfium, handle, found, limits)
          ? renderPage(pdfium, { document, form: form.handle }, page, {
              format: inGrey,
              choose: (wide, high) => fitDots(wide, high, lettersSize),
            })
          : null;
        const pictured = pixels && findPicturedLetters(pixels, readTextBoxes(pdfium, handle));
        return { ...found, pictured };
      } finally {
        pdfium.closePage(handle);
      }
    },
    papersInside: () => countPapersInside(pdfium, document),
    close() {
      form.close();
      pdfium.closeDocument(document);
      pdfium.free(bytes.pointer);
    },
  };
}

function readIntoHeap(pdfium: Pdfium, path: string): { pointer: number; size: number } {
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const pointer = pdfium.allocate(size);
    for (let offset = 0; offset < size;) {
      const count = readSync(handle, pdfium.heap(), pointer + offset, size - offset, null);
      if (count === 0) throw new Error('the file became shorter while it was read');
      offset += count;
    }
    return { pointer, size };
  } finally {
    closeSync(handle);
  }
}

/** Opens the form environment, without which form fields are not drawn; the rest of the page still is. */
function openForm(pdfium: Pdfium, document: number): { handle: number; close(): void } {
  const info = pdfium.allocate(formInfoBytes);
  pdfium.heap().fill(0, info, info + formInfoBytes);
  new DataView(pdfium.heap().buffer).setUint32(info, formInfoVersion, true);
  const handle = pdfium.openForm(document, info);
  return {
    handle,
    close() {
      if (handle) pdfium.closeForm(handle);
      pdfium.free(info);
    },
  };
}

function renderPage(
  pdfium: Pdfium,
  { document, form }: { document: number; form: number },
  page: number,
  {
    format,
    turn = 0,
    choose,
  }: {
    format: typeof inColour;
    turn?: QuarterTurn;
    choose: (wide: number, high: number) => { width: number; height: number };
  },
): PagePixels | null {
  const handle = pdfium.loadPage(document, page - 1);
  if (!handle) return null;
  const [wide, high] = [pdfium.pageWidth(handle), pdfium.pageHeight(handle)];
  const { width, height } = turn % 180 === 0 ? choose(wide, high) : choose(high, wide);
  const quarters = turn / 90;
  const stride = width * format.bytes;
  const pixels = pdfium.allocate(stride * height);
  const bitmap = pdfium.createBitmap(width, height, format.number, pixels, stride);
  try {
    pdfium.fillBitmap(bitmap, 0, 0, width, height, 0xffffffff);
    if (form) pdfium.beginFormPage(handle, form);
    pdfium.renderPage(bitmap, handle, 0, 0, width, height, quarters, drawAnnotations | format.flags);
    if (form) {
      pdfium.renderForm(form, bitmap, handle, 0, 0, width, height, quarters, format.flags);
      pdfium.endFormPage(handle, form);
    }
    return { width, height, data: Buffer.from(pdfium.heap().subarray(pixels, pixels + stride * height)) };
  } finally {
    pdfium.destroyBitmap(bitmap);
    pdfium.closePage(handle);
    pdfium.free(pixels);
  }
}

/** Returns the size in pixels of a page in points, as wide as requested unless that would be too many pixels. */
function fit(pointsWide: number, pointsHigh: number, wantedWidth: number): { width: number; height: number } {
  const wide = pointsWide > 0 ? pointsWide : 1;
  const high = pointsHigh > 0 ? pointsHigh : 1;
  const scale = Math.min(
    wantedWidth / wide,
    Math.sqrt(maxPixels / (wide * high)),
    maxPictureSide / wide,
    maxPictureSide / high,
  );
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) };
}

/** Returns the size in pixels of a page in points at a number of dots for each inch, within limits of its longer side. */
function fitDots(
  pointsWide: number,
  pointsHigh: number,
  { dpi, minSide, maxSide }: { dpi: number; minSide: number; maxSide: number },
): { width: number; height: number } {
  const wide = pointsWide > 0 ? pointsWide : 1;
  const high = pointsHigh > 0 ? pointsHigh : 1;
  const longer = Math.max(wide, high);
  const scale = Math.min(Math.max(dpi / pointsPerInch, minSide / longer), maxSide / longer);
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) };
}
