import type { PdfDocument, PdfPage } from '#app/features/reader/pdf/open-pdf.ts';

/** Dots on an inch of paper: letters are clean, a page is some hundred kilobytes. */
const dotsPerInch = 150;

/** Units of a PDF page on an inch. */
const pointsPerInch = 72;

/** Sides of a picture, so that a page of a poster does not take all memory. */
const maxPixels = 8_000_000;

/** A page ready for paper: its size in points, and the address of its picture, or null where it cannot be drawn. */
export type PrintedPage = { number: number; width: number; height: number; address: string | null };

/**
 * Draws pages for paper, one after the other, each on a canvas that is given back before the next. Tells after each how
 * many are done. Ends with an AbortError when `signal` is aborted; pictures made until then are given back.
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

/** Gives the pictures' memory back. */
export function releasePrinted(printed: readonly PrintedPage[]): void {
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
    // Pictures of this kind pass into the print as they are; others would be blown up to their pixels there.
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  } finally {
    signal.removeEventListener('abort', cancel);
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** A page over a dead line never comes; who cancels need not wait for it. */
function waitUnlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
