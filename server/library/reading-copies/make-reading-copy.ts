import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { digestOf } from '#server/machinery/processes/read-input.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import { measureReading } from './measure-reading.ts';
import { rewritePdf } from './qpdf.ts';
import type { ReadingJob, ReadingOutcome } from './reading-job.ts';

/** Minimum fraction of the wait that a copy must save. One that saves less is not worth its space on the disk. */
const leastGain = 0.1;
/** Fetching more in total, even if less at first, is no gain on a metered connection. */
const maxGrowth = 1.1;
const tailBytes = 2048;

/**
 * Derives the reading copy of a PDF (docs/decisions/0010-reading-copy.md) and checks it: it must open with as many
 * pages as the original, not be locked, and need noticeably less data before the reader can show the first and a later
 * page. Runs in a separate process. Throws only unexpected errors; then the file may be retried later.
 */
export async function makeReadingCopy(job: ReadingJob & JobFiles): Promise<ReadingOutcome> {
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
 * True if the rewritten file still needs a key: qpdf preserves the encryption of a file that opens without a password.
 * Its output ends in `startxref`, and the dictionary at that position is never compressed.
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
