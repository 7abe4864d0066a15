import { readFileSync, writeFileSync } from 'node:fs';
import type { Sharp } from 'sharp';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { loadSharp } from '#server/machinery/processes/load-sharp.ts';
import { openPdf, tryPasswords } from './pdf-document.ts';
import { isPortfolio } from './portfolio.ts';
import { digestOf, readStart } from '#server/machinery/processes/serve-jobs.ts';
import {
  maxInputPixels,
  maxPictureSide,
  type PictureFormat,
  type PictureJob,
  type PictureOutcome,
} from './picture-job.ts';
import { stripMetadata } from './strip-metadata.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';

/** Small pictures are drawn twice as large and reduced: PDFium itself reduces scans poorly. */
const enlargedBelow = 700;
const pdfMarkBytes = 1024;

/**
 * Loaded for the first picture: it takes as long as all the rest of this process, and a check of a PDF does not need it.
 */
const openSharp = memoizeSuccess(async () => {
  const sharp = await loadSharp();
  // One core is for the server. No picture is made twice, so nothing is worth caching.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only the decoders of the accepted formats, and only from memory: no format that refers to other files, and no file at
  // all.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
  });
  return sharp;
});

type LoadedSharp = Awaited<ReturnType<typeof openSharp>>;
type RenderJob = PictureJob & { kind: 'picture' };

/** Does one job of the picture process. Throws only for unexpected errors. */
export async function doPictureJob(job: PictureJob & JobFiles): Promise<PictureOutcome> {
  // Derived files are named by this digest, so they must be made from these bytes.
  if (job.sha256 !== null && digestOf(job.path) !== job.sha256) return { state: 'other-bytes' };
  if (job.kind === 'strip') return doStrip(job);
  if (job.kind === 'unlock') {
    const state = await tryPasswords(job.path, job.passwords);
    return state === 'opens' ? { state: 'fine', pageCount: 1 } : { state };
  }
  return readStart(job.path, pdfMarkBytes).includes('%PDF-', 0, 'latin1') ? doPdf(job) : doImage(job);
}

function doStrip({ path, output }: JobFiles): PictureOutcome {
  const stripped = stripMetadata(readFileSync(path));
  if (!stripped) return { state: 'damaged' };
  writeFileSync(output, stripped);
  return { state: 'fine', pageCount: 1 };
}

async function doPdf(job: PictureJob & JobFiles): Promise<PictureOutcome> {
  const pdf = await openPdf(job.path);
  if (typeof pdf === 'string') return { state: pdf };
  try {
    const { pageCount } = pdf;
    if (pageCount < 1) return { state: 'damaged' };
    if (job.kind !== 'picture') {
      if (!pdf.hasPage(1)) return { state: 'damaged' };
      return isPortfolio(pdf) ? { state: 'portfolio', pageCount } : { state: 'fine', pageCount };
    }
    if (job.page > pageCount) return { state: 'no-such-page', pageCount };
    const pixels = pdf.render(job.page, job.width < enlargedBelow ? job.width * 2 : job.width, job.turn);
    if (!pixels) return { state: 'damaged' };
    const { width, height, data } = pixels;
    const sharp = await openSharp();
    const page = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxInputPixels }).removeAlpha();
    writeFileSync(job.output, await encode(fitPicture(page, job, pixels), job.format).toBuffer());
    return { state: 'fine', pageCount };
  } finally {
    pdf.close();
  }
}

async function doImage(job: PictureJob & JobFiles): Promise<PictureOutcome> {
  if (job.kind === 'picture' && job.page > 1) return { state: 'no-such-page', pageCount: 1 };
  // As bytes: native code could open any file, so it never gets a path.
  const bytes = readFileSync(job.path);
  const sharp = await openSharp();
  const made = await makeFromImage(sharp, job, bytes).catch((): PictureOutcome => ({ state: 'damaged' }));
  // Reading and writing fail because of the disk, not because of the image.
  if (!Buffer.isBuffer(made)) return made;
  writeFileSync(job.output, made);
  return { state: 'fine', pageCount: 1 };
}

/** Makes the picture, or returns the reason why not. Throws for an image that cannot be decoded. */
async function makeFromImage(sharp: LoadedSharp, job: PictureJob, bytes: Buffer): Promise<Buffer | PictureOutcome> {
  // Up to here only the header is read; `limitInputPixels` below would refuse without a reason.
  const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxInputPixels) return { state: 'too-large', width, height };
  const image = sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error' }).autoOrient();
  if (job.kind !== 'picture') {
    // Decodes every pixel, but holds only a few in memory.
    await image.resize({ width: 16 }).raw().toBuffer();
    return { state: 'fine', pageCount: 1 };
  }
  const resized = fitPicture(image, job, autoOrient);
  const flat = job.format === 'jpeg' ? resized.flatten({ background: '#ffffff' }) : resized;
  return encode(flat, job.format).toBuffer();
}

/**
 * Scales a picture. Never enlarged, and no side longer than `maxPictureSide`; with a height, the largest part from the
 * top in that shape.
 */
function fitPicture(image: Sharp, job: RenderJob, there: { width: number; height: number }) {
  if (job.height === null) {
    const longer = Math.max(there.width, there.height);
    const scale = Math.min(1, job.width / there.width, maxPictureSide / longer);
    return image.resize({ width: Math.max(1, Math.round(there.width * scale)) });
  }
  const scale = Math.min(1, there.width / job.width, there.height / job.height);
  const width = Math.max(1, Math.round(job.width * scale));
  const height = Math.max(1, Math.round(job.height * scale));
  return image.resize({ width, height, fit: 'cover', position: 'top' });
}

/** Encodes a picture. No metadata is copied: sharp drops EXIF, XMP and profiles, and converts colours to sRGB. */
function encode(image: Sharp, format: PictureFormat): Sharp {
  switch (format) {
    case 'webp':
      return image.webp({ quality: 80 });
    case 'jpeg':
      return image.jpeg({ quality: 82 });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'avif':
      // Each further step of effort doubles the time.
      return image.avif({ quality: 50, effort: 2 });
  }
}
