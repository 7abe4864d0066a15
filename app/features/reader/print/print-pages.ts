import type { PdfDocument, PdfPage } from '#app/features/reader/pdf/open-pdf.ts';
import * as words from '#messages/reader/print.ts';
import { printInstead } from './print-instead.ts';
import './print-pages.css';

/** The resolution in dots per inch: letters are clear, and a page is some hundred kilobytes. */
const dotsPerInch = 150;

/** Units of a PDF page per inch. */
const pointsPerInch = 72;

/** The maximum number of pixels of a picture, so that a poster does not use all memory. */
const maxPixels = 8_000_000;

/** A page ready to print: its size in points, and the address of its picture; null if it can't be drawn. */
type PrintedPage = { number: number; width: number; height: number; address: string | null };

/**
 * Draws pages for printing, one after the other, each on a canvas that is freed before the next. Reports the number of
 * finished pages after each. If `signal` is aborted, frees the pictures made so far and rejects with an AbortError.
 */
export async function drawForPrint(
  document: PdfDocument,
  numbers: readonly number[],
  options: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<PrintedPage[]> {
  const { signal, onProgress } = options;
  const printed: PrintedPage[] = [];
  try {
    for (const number of numbers) {
      signal.throwIfAborted();
      printed.push(await drawOne(document, number, signal));
      signal.throwIfAborted();
      onProgress(printed.length);
    }
    return printed;
  } catch (error) {
    releasePrinted(printed);
    throw error;
  }
}

/** Frees the memory of the pictures. */
function releasePrinted(printed: readonly PrintedPage[]): void {
  for (const { address } of printed) if (address) URL.revokeObjectURL(address);
}

async function drawOne(source: PdfDocument, number: number, signal: AbortSignal): Promise<PrintedPage> {
  const broken: PrintedPage = { number, width: 595, height: 842, address: null };
  try {
    const drawn = source.withPage(number, async (page) => {
      signal.throwIfAborted();
      const { width, height } = page.getViewport({ scale: 1 });
      if (!(width > 0 && height > 0)) return null;
      return { width, height, blob: await drawPicture(page, width, height, signal) };
    });
    const picture = await waitUnlessAborted(drawn, signal);
    if (!picture) return broken;
    const { width, height, blob } = picture;
    return { number, width, height, address: blob ? URL.createObjectURL(blob) : null };
  } catch {
    signal.throwIfAborted();
    return broken;
  }
}

async function drawPicture(page: PdfPage, width: number, height: number, signal: AbortSignal): Promise<Blob | null> {
  const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(maxPixels / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const task = page.render({ canvas, viewport: page.getViewport({ scale }), intent: 'print' });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
    // JPEG pictures are printed unchanged; others would be expanded to their pixels.
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  } finally {
    signal.removeEventListener('abort', cancel);
    canvas.width = 0;
    canvas.height = 0;
  }
}

/**
 * Waits for a promise unless aborted. On a lost connection a page may never arrive, and cancelling must work anyway.
 */
function waitUnlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/**
 * Prints pages, instead of the web page, each on a sheet of its own size. Adds pictures of the pages to the document,
 * hidden on screen, waits until they have loaded, opens the browser's print dialog, and removes them afterwards.
 */
export async function printPages(printed: readonly PrintedPage[]): Promise<void> {
  const sizes = [...new Set(printed.map(sizeName))];
  const style = document.createElement('style');
  style.textContent = sizes.map((name) => `@page ${name} { margin: 0; size: ${sizeOf(name)} }`).join('\n');
  const container = document.createElement('div');
  container.className = 'printed-pages';
  container.append(style, ...printed.map(createSheet));
  await printInstead(container, () => releasePrinted(printed));
}

function createSheet(page: PrintedPage): HTMLElement {
  const sheet = document.createElement('div');
  sheet.className = 'printed-page';
  // Named pages allow landscape sheets among upright ones.
  sheet.style.setProperty('page', sizeName(page));
  sheet.style.width = `${page.width}pt`;
  // Slightly less than the sheet: rounded up, it would overflow to an empty sheet.
  sheet.style.height = `${page.height - 1}pt`;
  if (page.address) {
    const picture = document.createElement('img');
    picture.src = page.address;
    picture.alt = '';
    sheet.append(picture);
  } else sheet.append(words.brokenPage(page.number));
  return sheet;
}

/** Returns the CSS name of a page size, rounded to whole points, so that nearly equal sizes share one name. */
function sizeName({ width, height }: PrintedPage): string {
  return `sheet-${Math.round(width)}-${Math.round(height)}`;
}

function sizeOf(name: string): string {
  const [, width, height] = name.split('-');
  return `${width}pt ${height}pt`;
}
