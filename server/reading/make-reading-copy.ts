import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { openPdf } from '#server/pictures/pdf-document.ts';
import { digestOf } from '#server/pictures/read-input.ts';
import type { JobFiles } from '#server/pictures/worker-process.ts';
import { measureReading } from './measure-reading.ts';
import { rewritePdf } from './qpdf.ts';
import type { ReadingJob, ReadingOutcome } from './reading-job.ts';

/** A copy that saves a reader less than this share of what is waited for is not worth its room on the disk. */
const leastGain = 0.1;
/** A reader that must fetch more in all, however little at first, is no gain on a metered line. */
const maxGrowth = 1.1;
const tailBytes = 2048;

/**
 * Derives the reading copy of a PDF (docs/decisions/0010-reading-copy.md) and judges it: it must open with as many pages
 * as the original, not be locked, and let the reader show its first and a later page after noticeably less fetching.
 * Runs in a process of its own. Throws only for what nobody foresaw; then the file may be tried again another day.
 */
export async function makeReadingCopy(job: ReadingJob & JobFiles): Promise<ReadingOutcome> {
  if (digestOf(job.path) !== job.sha256) return { state: 'other-bytes' };
  const reason = await whyNot(job);
  if (reason) {
    await rm(job.output, { force: true });
    return { state: 'useless', reason };
  }
  const copy = await readThrough(job.output);
  return { state: 'made', ...copy };
}

async function whyNot({ path, output }: JobFiles) {
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
 * True when the rewritten file still asks for a key: qpdf keeps a protection it could open without a password. What it
 * writes ends in `startxref`, and the dictionary there is never packed.
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

/** How many pages PDFium finds, the first and the last of which it can load; null when it cannot. */
async function countPages(path: string): Promise<number | null> {
  const pdf = await openPdf(path);
  if (typeof pdf === 'string') return null;
  try {
    return pdf.pageCount > 0 && pdf.hasPage(1) && pdf.hasPage(pdf.pageCount) ? pdf.pageCount : null;
  } finally {
    pdf.close();
  }
}

/** Size and digest; the bytes are on the disk for good afterwards. */
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
