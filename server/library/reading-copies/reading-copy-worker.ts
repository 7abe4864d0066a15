import { createHash } from 'node:crypto';
import fs, { createReadStream, constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { serveJobs, digestOf } from '#server/machinery/processes/serve-jobs.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import { measureReading } from './measure-reading.ts';
import type { ReadingJob, ReadingOutcome } from './copy-maker.ts';

/**
 * Packs all objects except streams together, in the order in which the document refers to them: the page tree and the
 * dictionaries of its pages end up in a few neighbouring streams. Never `--linearize`, which separates them again.
 */
const options = ['--object-streams=generate', '--deterministic-id', '--warning-exit-0', '--no-warn'];

/** The parts of an Emscripten module that are used here; its own types omit those for Node. */
type QpdfModule = {
  callMain(words: string[]): number;
  FS: { mkdir(path: string): void; mount(kind: unknown, options: { root: string }, at: string): void };
  NODEFS: unknown;
};
type LoadQpdf = (options: Record<string, unknown>) => Promise<QpdfModule>;

/**
 * Rewrites a PDF with qpdf as wasm, never with a program of the machine, which could do more than read this file. It
 * reads and writes the disk itself, so that memory holds the objects of a file and never the whole file. False for a file
 * that it cannot read. Throws the error of a disk that is full or cannot be read.
 */
async function rewritePdf(input: string, output: string): Promise<boolean> {
  const { default: load } = (await import('@neslinesli93/qpdf-wasm')) as unknown as { default: LoadQpdf };
  // Emscripten only reads these constants from it; the process may not use the real one.
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }), configurable: true });
  const silent = () => undefined;
  const module = await load({ noInitialRun: true, print: silent, printErr: silent });
  module.FS.mkdir('/from');
  module.FS.mkdir('/to');
  module.FS.mount(module.NODEFS, { root: path.dirname(input) }, '/from');
  module.FS.mount(module.NODEFS, { root: path.dirname(output) }, '/to');
  const words = [...options, `/from/${path.basename(input)}`, `/to/${path.basename(output)}`];
  const code = withDiskErrors(() => module.callMain(words));
  if (code !== 0 && code !== 2) throw new Error(`qpdf ended with code ${code}`);
  return code === 0;
}

/**
 * Throws the first error of the disk during the work. qpdf reports a failing disk as a damaged file. It reads and writes
 * with the synchronous functions of `fs`, where the error is caught.
 */
function withDiskErrors<Result>(work: () => Result): Result {
  const originals = Object.entries(fs).filter(([name, each]) => name.endsWith('Sync') && typeof each === 'function');
  let fault: unknown = null;
  const watched = originals.map(([name, original]) => {
    const call = original as (...parameters: unknown[]) => unknown;
    const replaced = (...parameters: unknown[]) => {
      try {
        return call(...parameters);
      } catch (error) {
        if (readFault(error) !== null) fault ??= error;
        throw error;
      }
    };
    return [name, Object.assign(replaced, original)] as const;
  });
  Object.assign(fs, Object.fromEntries(watched));
  try {
    const result = work();
    if (fault !== null) throw fault;
    return result;
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
  }
}

/** A copy that saves a reader less than this share of the wait is not worth its space on the disk. */
const leastGain = 0.1;
/** Fetching more in total, even if less at first, is no gain on a metered connection. */
const maxGrowth = 1.1;
const tailBytes = 2048;

/**
 * Derives the reading copy of a PDF (docs/decisions/0010-reading-copy.md) and checks it: it must open with as many pages
 * as the original, not be locked, and let the reader show its first and a later page after noticeably less fetching. Runs
 * in a separate process. Throws only unexpected errors; then the file may be retried later.
 */
async function makeReadingCopy(job: ReadingJob & JobFiles): Promise<ReadingOutcome> {
  if (digestOf(job.path) !== job.sha256) return { state: 'other-bytes' };
  const reason = await findReasonAgainst(job);
  if (reason) {
    await rm(job.output, { force: true });
    return { state: 'useless', reason };
  }
  const copy = await readThrough(job.output);
  return { state: 'made', ...copy };
}

async function findReasonAgainst({ path, output }: JobFiles) {
  if (!(await rewritePdf(path, output))) return 'unreadable';
  if (await isEncrypted(output)) return 'encrypted';
  const pageCount = await countPages(path);
  if (pageCount === null || pageCount !== (await countPages(output))) return 'unreadable';
  const [before, after] = [await measureReading(path), await measureReading(output)];
  if (!before || !after) return 'unreadable';
  if (after.sizeBytes > before.sizeBytes * maxGrowth) return 'no-gain';
  return after.cost <= before.cost * (1 - leastGain) ? null : 'no-gain';
}

/**
 * True if the rewritten file still needs a key: qpdf preserves a protection that it could open without a password. Its
 * output ends in `startxref`, and the dictionary there is never compressed.
 */
async function isEncrypted(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - tailBytes);
    const tail = Buffer.alloc(size - from);
    await handle.read(tail, 0, tail.length, from);
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.toString('latin1'))?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(start) || start >= size) throw new Error('qpdf wrote a file that is not a valid PDF');
    const head = Buffer.alloc(Math.min(tailBytes, size - start));
    await handle.read(head, 0, head.length, start);
    const dictionary = head.toString('latin1').split('stream')[0] ?? '';
    return dictionary.includes('/Encrypt');
  } finally {
    await handle.close();
  }
}

/** Returns the number of pages according to PDFium, if it can load the first and the last; else null. */
async function countPages(path: string): Promise<number | null> {
  const pdf = await openPdf(path);
  if (typeof pdf === 'string') return null;
  try {
    return pdf.pageCount > 0 && pdf.hasPage(1) && pdf.hasPage(pdf.pageCount) ? pdf.pageCount : null;
  } finally {
    pdf.close();
  }
}

/** Returns size and digest; the bytes are synced to the disk. */
async function readThrough(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece as Buffer);
    sizeBytes += (piece as Buffer).length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** The process that derives reading copies: rewrites untrusted files. Started by reading-service.ts. */
serveJobs(makeReadingCopy);
