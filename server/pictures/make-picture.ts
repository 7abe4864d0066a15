import { openSync, readSync, closeSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { openPdf } from './pdf-document.ts';
import type { PictureFormat, PictureJob, PictureOutcome } from './picture-job.ts';

/** A phone photograph has 12 to 50 million pixels, a scan at 600 dpi 35; a bomb has billions. */
const maxInputPixels = 120_000_000;
/** Small pictures are drawn twice as large and reduced: PDFium reduces scans poorly by itself. */
const enlargedBelow = 700;
const pdfMarkBytes = 1024;

// One core is for the server. Nothing is asked twice, so nothing is worth keeping.
sharp.concurrency(1);
sharp.cache(false);
// Only decoders of what we take; above all no SVG and no PDF, which can name other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}File`),
});

/** Does one job of the picture process. Throws only for what nobody foresaw. */
export async function doPictureJob(job: PictureJob): Promise<PictureOutcome> {
  return isPdf(job.path) ? doPdf(job) : doImage(job);
}

async function doPdf(job: PictureJob): Promise<PictureOutcome> {
  const pdf = await openPdf(job.path);
  if (typeof pdf === 'string') return { state: pdf };
  try {
    const { pageCount } = pdf;
    if (pageCount < 1) return { state: 'damaged' };
    if (job.kind === 'inspect') return pdf.hasPage(1) ? { state: 'fine', pageCount } : { state: 'damaged' };
    if (job.page > pageCount) return { state: 'no-such-page', pageCount };
    const pixels = pdf.render(job.page, job.width < enlargedBelow ? job.width * 2 : job.width);
    if (!pixels) return { state: 'damaged' };
    const { width, height, data } = pixels;
    const page = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxInputPixels }).removeAlpha();
    await encode(fitPicture(page, job, pixels), job.format).toFile(job.output);
    return { state: 'fine', pageCount };
  } finally {
    pdf.close();
  }
}

async function doImage(job: PictureJob): Promise<PictureOutcome> {
  if (job.kind === 'picture' && job.page > 1) return { state: 'no-such-page', pageCount: 1 };
  try {
    const image = sharp(job.path, { limitInputPixels: maxInputPixels, failOn: 'error' }).autoOrient();
    if (job.kind === 'inspect') {
      // Decodes every pixel, and keeps a few.
      await image.resize({ width: 16 }).raw().toBuffer();
      return { state: 'fine', pageCount: 1 };
    }
    const { autoOrient } = await image.metadata();
    const resized = fitPicture(image, job, autoOrient);
    const flat = job.format === 'jpeg' ? resized.flatten({ background: '#ffffff' }) : resized;
    await encode(flat, job.format).toFile(job.output);
    return { state: 'fine', pageCount: 1 };
  } catch {
    return { state: 'damaged' };
  }
}

/** Never larger than what is there; with a height, the largest top part in the wanted shape. */
function fitPicture(image: Sharp, job: PictureJob & { kind: 'picture' }, there: { width: number; height: number }) {
  if (job.height === null) return image.resize({ width: Math.min(there.width, job.width) });
  const scale = Math.min(1, there.width / job.width, there.height / job.height);
  const width = Math.max(1, Math.round(job.width * scale));
  const height = Math.max(1, Math.round(job.height * scale));
  return image.resize({ width, height, fit: 'cover', position: 'top' });
}

function encode(image: Sharp, format: PictureFormat): Sharp {
  switch (format) {
    case 'webp':
      return image.webp({ quality: 80 });
    case 'jpeg':
      return image.jpeg({ quality: 82 });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'avif':
      // Each step of effort doubles the time.
      return image.avif({ quality: 55, effort: 2 });
  }
}

function isPdf(path: string): boolean {
  const handle = openSync(path, 'r');
  try {
    const head = Buffer.alloc(pdfMarkBytes);
    return head.subarray(0, readSync(handle, head)).includes('%PDF-', 0, 'latin1');
  } finally {
    closeSync(handle);
  }
}
