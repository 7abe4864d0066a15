import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { PagePart } from '#contract/composition.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import { visibleBox } from '#server/library/pictures/pdf-text.ts';
import { loadPdfium, type Pdfium } from '#server/library/pictures/pdfium.ts';
import type { ComposedPage, ComposingJob, ComposingOutcome } from './composing-job.ts';
import { endOfComposed, tailBytes } from './composition-mark.ts';

// Numbers of PDFium's public headers fpdfview.h and fpdf_save.h.
const passwordError = 4;
const notIncremental = 2;
const writerVersion = 1;

const load = memoizeSuccess(loadPdfium);

/** A source that does not allow its pages to be used. */
class UnusableSource extends Error {
  readonly outcome: ComposingOutcome;

  constructor(outcome: ComposingOutcome) {
    super(outcome.state);
    this.outcome = outcome;
  }
}

/** Composes a PDF. For the composing process only: it blocks, and hostile files can hang or crash it. */
export async function composePages(job: ComposingJob & JobFiles): Promise<ComposingOutcome> {
  const pdfium = await load();
  const document = pdfium.createDocument();
  if (!document) throw new RangeError('no memory for a document');
  try {
    importPages(pdfium, document, job);
    for (const [index, page] of job.pages.entries()) arrangePage(pdfium, document, index, page);
    return save(pdfium, document, job) ? { state: 'composed' } : { state: 'too-large' };
  } catch (error) {
    if (error instanceof UnusableSource) return error.outcome;
    throw error;
  } finally {
    pdfium.closeDocument(document);
  }
}

/** Imports the pages, in their order; successive pages of one source together, so that they share fonts and pictures. */
function importPages(pdfium: Pdfium, document: number, job: ComposingJob & JobFiles): void {
  const open = new Map<number, ReturnType<typeof openSource>>();
  try {
    for (let start = 0; start < job.pages.length;) {
      const source = job.pages[start]?.source ?? 0;
      let end = start;
      while (end < job.pages.length && job.pages[end]?.source === source) end += 1;
      const run = job.pages.slice(start, end);
      const from = open.get(source) ?? openSource(pdfium, job, source);
      open.set(source, from);
      const beyond = run.find(({ page }) => page > from.pageCount);
      if (beyond) throw new UnusableSource({ state: 'no-such-page', source, pageCount: from.pageCount });
      if (start === 0) pdfium.copyPreferences(document, from.document);
      if (!importRun(pdfium, { to: document, from: from.document, run, start }))
        throw new UnusableSource({ state: 'damaged', source });
      const isUsedLater = job.pages.slice(end).some((page) => page.source === source);
      if (!isUsedLater) {
        from.close();
        open.delete(source);
      }
      start = end;
    }
  } finally {
    for (const source of open.values()) source.close();
  }
}

type Run = { to: number; from: number; run: readonly ComposedPage[]; start: number };

function importRun(pdfium: Pdfium, { to, from, run, start }: Run): boolean {
  const indices = pdfium.allocate(run.length * 4);
  try {
    new Int32Array(pdfium.heap().buffer, indices, run.length).set(run.map(({ page }) => page - 1));
    return pdfium.importPages(to, from, indices, run.length, start) !== 0;
  } finally {
    pdfium.free(indices);
  }
}

function openSource(pdfium: Pdfium, job: ComposingJob & JobFiles, source: number) {
  const { offset, size, sha256 } = job.sources[source] ?? { offset: 0, size: 0, sha256: '' };
  const pointer = pdfium.allocate(size);
  const handle = openSync(job.path, 'r');
  try {
    for (let done = 0; done < size;) {
      const count = readSync(handle, pdfium.heap(), pointer + done, size - done, offset + done);
      if (count === 0) break;
      done += count;
    }
  } finally {
    closeSync(handle);
  }
  const found = createHash('sha256')
    .update(pdfium.heap().subarray(pointer, pointer + size))
    .digest('hex');
  const document = found === sha256 ? pdfium.loadDocument(pointer, size, 0) : 0;
  if (!document) {
    const isLocked = pdfium.lastError() === passwordError;
    pdfium.free(pointer);
    throw new UnusableSource({
      state: found === sha256 ? (isLocked ? 'locked' : 'damaged') : 'other-bytes',
      source,
    });
  }
  return {
    document,
    pageCount: pdfium.pageCount(document),
    close() {
      pdfium.closeDocument(document);
      pdfium.free(pointer);
    },
  };
}

/** Rotates an imported page, and reduces it to its part. */
function arrangePage(pdfium: Pdfium, document: number, index: number, page: ComposedPage): void {
  const handle = pdfium.loadPage(document, index);
  if (!handle) throw new UnusableSource({ state: 'damaged', source: page.source });
  try {
    const inFile = pdfium.rotation(handle);
    if (page.part !== null) cutPage(pdfium, handle, inPage(page.part, inFile + page.shown / 90));
    pdfium.setRotation(handle, (inFile + (page.shown + page.turn) / 90) % 4);
  } finally {
    pdfium.closePage(handle);
  }
}

const clockwise: readonly PagePart[] = ['top', 'right', 'bottom', 'left'];

/** Returns the side of a page that is at `part` after the page is rotated by so many quarters clockwise. */
function inPage(part: PagePart, quarters: number): PagePart {
  return clockwise[(clockwise.indexOf(part) - (quarters % 4) + 4) % 4] ?? part;
}

function cutPage(pdfium: Pdfium, page: number, part: PagePart): void {
  const box = visibleBox(pdfium, page);
  if (!box) return;
  let { left, top, right, bottom } = box;
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  if (part === 'left') right = middle;
  if (part === 'right') left = middle;
  if (part === 'top') bottom = centre;
  if (part === 'bottom') top = centre;
  pdfium.setMediaBox(page, left, bottom, right, top);
  pdfium.setCropBox(page, left, bottom, right, top);
}

/** Writes the document. Returns false if it is larger than allowed. */
function save(pdfium: Pdfium, document: number, { output, maxBytes, mark, origins }: ComposingJob & JobFiles): boolean {
  // Also read, for its end.
  const handle = openSync(output, 'w+');
  // FPDF_FILEWRITE: its version, and a function.
  const writer = pdfium.allocate(8);
  let size = 0;
  let failure: unknown = null;
  const write = (_: number, from: number, count: number): number => {
    try {
      size += count;
      if (size > maxBytes) return 0;
      writeAll(handle, pdfium.heap().subarray(from >>> 0, (from >>> 0) + count));
      return 1;
    } catch (error) {
      // PDFium cannot pass on exceptions.
      failure = error;
      return 0;
    }
  };
  try {
    new Uint32Array(pdfium.heap().buffer, writer, 2).set([writerVersion, pdfium.pointTo(write)]);
    const isSaved = pdfium.saveCopy(document, writer, notIncremental) !== 0;
    if (failure !== null) throw failure;
    if (size > maxBytes) return false;
    if (!isSaved) throw new Error('the document could not be written');
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(handle, tail, 0, tail.length, size - tail.length);
    const end = endOfComposed(tail, { size, mark, origins });
    writeAll(handle, end);
    return size + end.length <= maxBytes;
  } finally {
    pdfium.free(writer);
    closeSync(handle);
  }
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
}
