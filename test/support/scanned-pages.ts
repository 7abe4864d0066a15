import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import subsetFont from 'subset-font';
import { createRandom } from '#bench/documents/random.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { writePdf } from './documents.ts';

/** A page of a generated scan. Long lines are wrapped. English and Devanagari may be mixed. */
export type ScannedPage = {
  /** The lines of each column, from left to right. */
  columns: readonly (readonly string[])[];
  /** Size of the letters; 11 by default. */
  points?: number;
  /** Frames and ruled lines between the lines of text. */
  isRuled?: boolean;
  flaws?: ScanFlaws;
};

/** Flaws that a scanner adds to a page. */
export type ScanFlaws = {
  /** Dots an inch; 300 by default. */
  dpi?: number;
  /** Degrees clockwise by which the sheet was skewed. */
  skew?: number;
  /** Degrees clockwise by which the page is rotated as a whole. */
  turn?: 0 | 90 | 180 | 270;
  /** Amount of grain, specks and uneven light, from 0 to 1. */
  noise?: number;
  /** The standard deviation of the blur, in thousandths of an inch. */
  blur?: number;
  /** Quality of the JPEG in the PDF, from 1 to 100; 70 by default. */
  quality?: number;
  /** Seed of the noise. */
  seed?: number;
};

const drawnDpi = 300;
/** A4 in inches. */
const sheet = { width: 8.27, height: 11.69 };
const marginInches = 0.8;
const gutterInches = 0.4;
const paper = 246;
const defaultPoints = 11;

/**
 * Makes a PDF that contains only pictures of these pages. The bytes are the same for the same pages and version of
 * sharp.
 */
export async function makeScannedPdf(pages: readonly ScannedPage[]): Promise<Buffer> {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const kids: string[] = [];
  for (const page of pages) {
    const picture = await drawScan(page);
    const { width = 1, height = 1 } = await sharp(picture).metadata();
    // One channel, as the PDF declares; sharp would write three.
    const jpeg = await sharp(picture)
      .toColourspace('b-w')
      .jpeg({ quality: page.flaws?.quality ?? 70 })
      .toBuffer();
    const points = (pixels: number) => Math.round((pixels / (page.flaws?.dpi ?? drawnDpi)) * 72);
    const [pageWidth, pageHeight] = [points(width), points(height)];
    const content = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Scan Do Q`;
    const first = objects.length + 1;
    kids.push(`${first} 0 R`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents ${first + 1} 0 R /Resources << /XObject << /Scan ${first + 2} 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${jpeg.toString('latin1')}\nendstream`,
    );
  }
  objects[1] = `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`;
  return writePdf(objects);
}

/** Draws one page as a scanner would deliver it: a grey PNG. Throws if the text does not fit on the page. */
export async function drawScan({ columns, points, isRuled = false, flaws = {} }: ScannedPage): Promise<Buffer> {
  const { dpi = drawnDpi, skew = 0, turn = 0, noise = 0, blur = 0, seed = 1 } = flaws;
  let page = await drawSheet(columns, { points: points ?? defaultPoints, isRuled });
  if (skew !== 0) page = await skewed(page, skew);
  if (dpi !== drawnDpi) page = sharp(await page.png().toBuffer()).resize({ width: Math.round(sheet.width * dpi) });
  if (blur > 0) page = page.blur(Math.max(0.3, (blur / 1000) * dpi));
  if (noise > 0) page = await noisy(page, noise, seed);
  if (turn !== 0) page = sharp(await page.png().toBuffer()).rotate(turn);
  return page.removeAlpha().toColourspace('b-w').png({ compressionLevel: 3 }).toBuffer();
}

async function drawSheet(columns: ScannedPage['columns'], { points, isRuled }: { points: number; isRuled: boolean }) {
  const [width, height] = [Math.round(sheet.width * drawnDpi), Math.round(sheet.height * drawnDpi)];
  const margin = marginInches * drawnDpi;
  const gutter = gutterInches * drawnDpi;
  const columnWidth = Math.floor((width - 2 * margin - (columns.length - 1) * gutter) / columns.length);
  const layers: OverlayOptions[] = [];
  for (const [index, lines] of columns.entries()) {
    if (lines.length === 0) continue;
    const text = await drawLetters(lines, { width: columnWidth, points });
    if (text.info.height > height - 2 * margin) throw new Error('the lines do not fit on the page');
    const left = Math.round(margin + index * (columnWidth + gutter));
    layers.push({ input: text.data, left, top: margin });
    if (!isRuled) continue;
    const rule = { create: { width: columnWidth, height: 3, channels: 3 as const, background: '#333' } };
    for (const top of [margin - 40, margin + text.info.height + 40]) layers.push({ input: rule, left, top });
  }
  const blank = sharp({ create: { width, height, channels: 3, background: { r: paper, g: paper, b: paper } } });
  return sharp(await blank.composite(layers).png().toBuffer());
}

/**
 * Draws black letters on the grey of paper, in a picture as large as their ink. Supports English and Devanagari; tabs
 * separate columns. Wraps long lines at `width`, in pixels.
 */
export async function drawLetters(
  lines: readonly string[],
  { width, points, dpi = drawnDpi }: { width: number; points: number; dpi?: number },
) {
  const fontfile = await loadFonts();
  const escaped = lines.join('\n').replace(/[&<>]/gu, (sign) => escapes[sign] ?? sign);
  const letters = await sharp({
    text: {
      text: escaped,
      font: `Source Serif 4, Noto Sans Devanagari ${points}`,
      fontfile,
      dpi,
      width,
      wrap: 'word',
      spacing: Math.round((points * 1.6 * dpi) / drawnDpi),
    },
  })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  // Pango draws white on black: inverted, then lightened to ink on paper.
  return sharp(letters)
    .linear(-(paper - 20) / 255, paper)
    .png()
    .toBuffer({ resolveWithObject: true });
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

async function skewed(page: Sharp, degrees: number): Promise<Sharp> {
  const { data, info } = await page.png().toBuffer({ resolveWithObject: true });
  const background = { r: paper, g: paper, b: paper };
  const rotated = await sharp(data).rotate(degrees, { background }).png().toBuffer({ resolveWithObject: true });
  return sharp(rotated.data).extract({
    left: Math.floor((rotated.info.width - info.width) / 2),
    top: Math.floor((rotated.info.height - info.height) / 2),
    width: info.width,
    height: info.height,
  });
}

async function noisy(page: Sharp, strength: number, seed: number): Promise<Sharp> {
  const { data, info } = await page.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = Buffer.alloc(width * height);
  const random = createRandom(seed);
  const light = random() * 20 * strength;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const grain = (random() + random() - 1) * 60 * strength;
      // Darker towards one corner, like a page near the fold.
      const shade = light * ((x / width) * (y / height));
      pixels[at] = Math.max(0, Math.min(255, (data[at * info.channels] ?? 0) + grain - shade));
    }
  }
  const specks = Math.round(width * height * 0.0004 * strength);
  for (let speck = 0; speck < specks; speck += 1) {
    const at = Math.floor(random() * (width * height - width - 2));
    const shade = random() < 0.7 ? 60 : 250;
    for (const near of [0, 1, width]) pixels[at + near] = shade;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** Loads the fonts as files for Pango, which remembers each. */
const loadFonts = memoizeSuccess(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'examshelf-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const devanagari = await saveFont(
    folder,
    '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2',
    [
      [0x20, 0x20],
      [0x900, 0x97f],
      [0x200c, 0x200d],
    ],
  );
  await sharp({ text: { text: '.', font: 'Noto Sans Devanagari', fontfile: devanagari } }).toBuffer();
  return saveFont(folder, '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2', [
    [0x20, 0x17f],
    [0x2010, 0x2026],
  ]);
});

async function saveFont(folder: string, name: string, ranges: readonly [number, number][]): Promise<string> {
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  const isVariable = name.includes('wght');
  const bytes = await subsetFont(await readFile(fileURLToPath(import.meta.resolve(name))), letters.join(''), {
    targetFormat: 'truetype',
    ...(isVariable ? { variationAxes: { wght: 400 } } : {}),
  });
  const file = path.join(folder, `${path.basename(name, '.woff2')}.ttf`);
  await writeFile(file, bytes);
  return file;
}
