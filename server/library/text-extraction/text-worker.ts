import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { decodeHtml } from '#domain/text/html-text.ts';
import { openPdf, type PdfDocument } from '#server/library/pictures/pdf-document.ts';
import { loadSharp } from '#server/machinery/processes/load-sharp.ts';
import { serveJobs, digestOf } from '#server/machinery/processes/serve-jobs.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { PageRead, TextJob, TextOutcome } from './text-job.ts';
import * as limits from './text-limits.ts';

/** Loaded for the first page that is drawn: most files have text and do not need it. */
const openSharp = memoizeSuccess(async () => {
  const sharp = await loadSharp();
  // One core is for the server.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});
/** The picture is deleted as soon as it was recognised. */
const fastCompression = 1;

/** Does one job of the process that reads files. Throws only for unexpected errors. */
async function readFileText(job: TextJob & JobFiles): Promise<TextOutcome> {
  if (digestOf(job.path) !== job.sha256) return { state: 'other-bytes' };
  if (job.kind === 'html-text') {
    write(job, [{ ...noText, page: 1, text: await readHtml(job.path) }]);
    return { state: 'done', pageCount: 1 };
  }
  const pdf = await openPdf(job.path);
  if (typeof pdf === 'string') return { state: pdf };
  try {
    const { pageCount } = pdf;
    if (pageCount < 1) return { state: 'damaged' };
    if (job.kind === 'pdf-text') write(job, readPages(pdf, job.pages));
    else if (!(await drawPage(pdf, job))) return { state: 'damaged' };
    return { state: 'done', pageCount };
  } finally {
    pdf.close();
  }
}

const noText = { isBroken: false, text: '', fonts: [], imageShare: 0, pictured: null };

function write({ output }: JobFiles, pages: readonly PageRead[]): void {
  writeFileSync(output, JSON.stringify(pages));
}

async function readHtml(path: string): Promise<string> {
  // Loaded here: most files do not need this parser.
  const { readHtmlText } = await import('./read-html-text.ts');
  const handle = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(limits.maxHtmlBytes);
    return readHtmlText(decodeHtml(bytes.subarray(0, readSync(handle, bytes))), limits.maxHtmlCharacters);
  } finally {
    closeSync(handle);
  }
}

/** Reads pages. Ends early if the job has taken long, but never before the first page. */
function readPages(pdf: PdfDocument, pages: readonly number[]): PageRead[] {
  const end = performance.now() + limits.batchMs;
  const read: PageRead[] = [];
  let characters = 0;
  for (const page of pages) {
    const found = pdf.readText(page, {
      characters: limits.maxPageCharacters,
      fontSamples: limits.sampledCharacters,
      objects: limits.maxPageObjects,
    });
    read.push(found ? { page, isBroken: false, ...found } : { ...noText, page, isBroken: true });
    characters += found?.text.length ?? 0;
    if (performance.now() > end || characters > limits.batchCharacters) break;
  }
  return read;
}

async function drawPage(pdf: PdfDocument, job: { page: number } & JobFiles): Promise<boolean> {
  const pixels = pdf.renderGrey(job.page, {
    dpi: limits.pictureDpi,
    minSide: limits.minPictureSide,
    maxSide: limits.maxPictureSide,
  });
  if (!pixels) return false;
  const { width, height, data } = pixels;
  const sharp = await openSharp();
  const picture = sharp(data, { raw: { width, height, channels: 1 } });
  writeFileSync(job.output, await picture.png({ compressionLevel: fastCompression }).toBuffer());
  return true;
}

/** The process that reads untrusted files. Started by text-service.ts. */
serveJobs(readFileText);
