import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { listAttachments, readAttachment, type Attachment } from './attachments.ts';
import { startPdfEngine } from './pdf-engine.ts';
import { chunkBytes, type FileStart } from '#app/features/reader/pdf/loading/range-loader.ts';

/** Facts about a PDF on the device, read before it is sent. */
export type PdfFacts =
  | {
      state: 'open';
      pageCount: number;
      /** A line of the page on each line, from top to bottom; '' for a scan. */
      firstPage: string;
      /** Names of the PDFs inside the PDF. */
      papers: readonly string[];
    }
  | { state: 'locked' | 'unreadable' };

/** Maximum wait for proposals, in milliseconds. */
const patienceMs = 10_000;
/** Maximum size of a paper, which must fit into the memory of a phone. */
const maxPaperBytes = 200 * 1024 * 1024;

/**
 * Reads the facts about a PDF from the parts of the file that are needed, on the device, in a worker that ends
 * afterwards. Rejects only with an AbortError, if `signal` is aborted.
 */
export async function readPdfFile(file: Blob, signal: AbortSignal): Promise<PdfFacts> {
  const lock = { isLocked: false };
  try {
    return await withDocument(
      file,
      AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      lock,
      async (document) => ({
        state: 'open',
        pageCount: document.numPages,
        firstPage: await readLines(await document.getPage(1)),
        papers: (await listPapers(document)).map(({ name }) => name),
      }),
    );
  } catch {
    signal.throwIfAborted();
    return { state: lock.isLocked ? 'locked' : 'unreadable' };
  }
}

/** Returns the PDFs inside a PDF: those with the names in `only`, or all. Rejects if the file can't be read. */
export async function extractPapers(file: Blob, only: readonly string[] | null, signal: AbortSignal): Promise<File[]> {
  return withDocument(file, signal, { isLocked: false }, async (document) => {
    const files: File[] = [];
    let size = 0;
    for (const { id, name } of await listPapers(document)) {
      if (only && !only.includes(name)) continue;
      const content = await readAttachment(document, id);
      if (!content) continue;
      size += content.length;
      if (size > maxPaperBytes) break;
      files.push(new File([content], name, { type: 'application/pdf' }));
    }
    return files;
  });
}

async function withDocument<Result>(
  file: Blob,
  signal: AbortSignal,
  lock: { isLocked: boolean },
  work: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const engine = startPdfEngine({
    start: readStart(file),
    loader: { read: (begin, end) => readBytes(file, begin, end) },
    askPassword: async () => {
      lock.isLocked = true;
      return null;
    },
    onFailed: () => {},
  });
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([engine.document.then(work), ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
    engine.close();
  }
}

async function readStart(file: Blob): Promise<FileStart> {
  const totalBytes = file.size;
  const isSmall = totalBytes <= 2 * chunkBytes;
  return { totalBytes, bytes: await readBytes(file, 0, isSmall ? totalBytes : chunkBytes) };
}

async function readBytes(file: Blob, begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(begin, end).arrayBuffer());
}

type TextItem = { str?: string; transform?: number[]; height?: number };

/** Returns the lines of a page in visual order: in the file, a heading often comes after the text below it. */
async function readLines(page: PDFPageProxy): Promise<string> {
  const { items } = (await page.getTextContent()) as { items: TextItem[] };
  const lines: { top: number; parts: { left: number; text: string }[] }[] = [];
  for (const { str = '', transform = [], height = 0 } of items) {
    if (str.trim() === '') continue;
    const [, , , , left = 0, baseline = 0] = transform;
    // Raised and lowered letters belong to the same line.
    const line = lines.find(({ top }) => Math.abs(top - baseline) <= Math.max(height, 4) / 2);
    if (line) line.parts.push({ left, text: str });
    else lines.push({ top: baseline, parts: [{ left, text: str }] });
  }
  return lines
    .sort((one, other) => other.top - one.top)
    .map(({ parts }) =>
      parts
        .sort((one, other) => one.left - other.left)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}

async function listPapers(document: PDFDocumentProxy): Promise<Attachment[]> {
  return (await listAttachments(document)).filter(({ name }) => /\.pdf$/i.test(name));
}
