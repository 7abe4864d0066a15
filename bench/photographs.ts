import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { createPageMaker, type MadePage } from '#server/photographs/page-maker.ts';
import { preparePage, type PreparedPage } from '#server/photographs/prepare-page.ts';
import { invert, project, projectionTo, type Quadrilateral } from '#server/photographs/quadrilateral.ts';
import { writePdf } from '#server/photographs/write-pdf.ts';
import { createOcr } from '#server/text/ocr/create-ocr.ts';
import type { OcrEngine } from '#server/text/ocr/ocr-engine.ts';
import { drawScan, type ScannedPage } from '#test/support/scanned-pages.ts';
import { examLines, nepaliLines } from './documents/exam-lines.ts';
import { takePhotograph, type Camera } from './photographs/take-photograph.ts';

const pages: Record<string, ScannedPage> = {
  'one column': { columns: [[...examLines(1), ...nepaliLines]] },
  'two columns, ruled': { columns: [examLines(2).slice(0, 9), examLines(3).slice(0, 9)], isRuled: true },
  'large letters, Nepali': { columns: [[...nepaliLines, ...examLines(4).slice(0, 5)]], points: 14 },
};

const usual: Camera = { perspective: 0.12, shadow: 0.6, noise: 0.4, blur: 0.7 };
const cameras: Record<string, Camera> = {
  'from above': { ...usual, perspective: 0, shadow: 0.2 },
  usual,
  'askew by 6°, dark table': { ...usual, turn: 6, table: 'dark', seed: 2 },
  'askew by -9°, cloth': { ...usual, turn: -9, table: 'cloth', seed: 3 },
  'on its side': { ...usual, turn: 92, seed: 4 },
  'upside down': { ...usual, turn: 177, table: 'dark', seed: 5 },
  'on its other side': { ...usual, turn: 268, table: 'cloth', seed: 6 },
  'strong perspective': { ...usual, perspective: 0.28, turn: 3, share: 0.7, seed: 7 },
  'cut off below': { ...usual, perspective: 0.28, turn: 3, seed: 7 },
  'strong shadow': { ...usual, shadow: 1, turn: -2, seed: 8 },
  'grainy and small': { ...usual, noise: 0.9, side: 2200, seed: 9 },
};

type Figures = { angle: number; recall: number; flat: number; bytes: number; ms: number };

/**
 * Photographs that a script takes of flat pages, made into pages of a PDF again: degrees by which lines are off, the share
 * of the words that OCR finds beside that on the flat page, kilobytes and milliseconds a page.
 * `PHOTOGRAPHS_FOLDER` names a folder with photographs of your own, and `PHOTOGRAPHS_OUT` one to put what comes out into.
 */
export async function measurePhotographs(folder: string): Promise<string[]> {
  const log = pino({ level: 'warn' });
  const scratch = path.join(folder, 'photographs');
  const ocr = await createOcr({ languages: ['eng', 'nep'], scratch: path.join(scratch, 'ocr'), log });
  const openEngine = async () => ({ findTurn: ocr.findTurn, close: async () => {} });
  const maker = createPageMaker({ scratch: path.join(scratch, 'work'), openEngine, log });
  const lines = [`  ${'photograph'.padEnd(48)}     angle   words (flat)        size       time`];
  const all: Figures[] = [];
  try {
    for (const [pageName, page] of Object.entries(pages)) {
      const drawn = await drawScan(page);
      const wanted = wordsOf(page.columns.flat().join('\n'));
      const flat = recall(wanted, await readPicture(ocr, drawn, folder));
      for (const [name, camera] of Object.entries(cameras)) {
        const { jpeg, corners } = await takePhotograph(drawn, camera);
        const file = path.join(folder, 'photograph.jpg');
        await writeFile(file, jpeg);
        const start = performance.now();
        const made = await maker.make(file, { sha256: null, keepsWhole: false }, new AbortController().signal);
        const ms = performance.now() - start;
        if (!('bytes' in made)) throw new Error(`${pageName}, ${name}: ${made.state}`);
        const angle = angleOff(await preparePage(jpeg, { keepsWhole: false }), corners, made.turn);
        const found = recall(wanted, await readPicture(ocr, await toPicture(made), folder));
        const figures = { angle, recall: found, flat, bytes: made.bytes.length, ms };
        all.push(figures);
        const title = `${pageName}, ${name}`;
        lines.push(`  ${title.padEnd(48)}${show(figures)}${made.isCropped ? '' : '  no sheet found'}`);
        await keep(title, jpeg, made);
      }
    }
    const mean = (of: (each: Figures) => number) => all.reduce((sum, each) => sum + of(each), 0) / all.length;
    const sums = { angle: Math.max(...all.map((each) => each.angle)), recall: mean((each) => each.recall) };
    const rest = { flat: mean((each) => each.flat), bytes: mean((each) => each.bytes), ms: mean((each) => each.ms) };
    lines.push(`  ${'all: the largest angle, the mean of the rest'.padEnd(48)}${show({ ...sums, ...rest })}`);
    lines.push(...(await tryOwn(maker, ocr, folder)));
    return lines;
  } finally {
    await maker.close();
    await ocr.close();
  }
}

function show({ angle, recall: found, flat, bytes, ms }: Figures): string {
  const share = (value: number) => `${(value * 100).toFixed(1)} %`;
  return `${angle.toFixed(2)}°`.padStart(10) + `${share(found)} (${share(flat)})`.padStart(19) + sizeAndTime(bytes, ms);
}

function sizeAndTime(bytes: number, ms: number): string {
  return `${Math.round(bytes / 1024)} KB`.padStart(9) + `${Math.round(ms)} ms`.padStart(11);
}

/** By how many degrees the worst line across the page, and the worst line down it, are off at the end. */
function angleOff({ pixels, place }: PreparedPage, truth: Quadrilateral, turn: number): number {
  const { width, height } = pixels;
  const toPhotograph = projectionTo(place.corners, width, height);
  // A4 as tall as the pages are drawn; only its shape matters.
  const toTruth = projectionTo(truth, 1000, 1000 * Math.SQRT2);
  if (!toPhotograph || !toTruth) return 180;
  const back = invert(toTruth);
  const [cosine, sine] = [Math.cos((place.skew * Math.PI) / 180), Math.sin((place.skew * Math.PI) / 180)];
  const onTruth = (x: number, y: number) => {
    const [aside, down] = [x - width / 2, y - height / 2];
    const on = { x: aside * cosine - down * sine + width / 2, y: aside * sine + down * cosine + height / 2 };
    return project(back, project(toPhotograph, on));
  };
  let worst = 0;
  for (const share of [0.1, 0.5, 0.9]) {
    const lines = [
      [onTruth(width * 0.1, height * share), onTruth(width * 0.9, height * share), 0],
      [onTruth(width * share, height * 0.1), onTruth(width * share, height * 0.9), 90],
    ] as const;
    for (const [from, to, wanted] of lines) {
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      // What is turned clockwise at the end ran anticlockwise from there on the page.
      const off = (((angle - wanted - turn) % 360) + 900) % 360;
      worst = Math.max(worst, Math.abs(off - 180));
    }
  }
  return worst;
}

function toPicture({ bytes, turn }: MadePage): Promise<Buffer> {
  return sharp(bytes).rotate(turn).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
}

async function readPicture(ocr: OcrEngine, picture: Buffer, folder: string): Promise<string> {
  const file = path.join(folder, 'read.png');
  await writeFile(file, picture);
  const { lines } = await ocr.recognise(file, new AbortController().signal);
  return lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n');
}

/** What comes out of photographs of one's own, for which there is no truth. */
async function tryOwn(maker: ReturnType<typeof createPageMaker>, ocr: OcrEngine, folder: string): Promise<string[]> {
  const own = process.env['PHOTOGRAPHS_FOLDER'];
  if (own === undefined) return [];
  const names = (await readdir(own, { recursive: true })).filter((name) => /\.(?:jpe?g|png|webp|heic)$/iu.test(name));
  const lines: string[] = [];
  for (const name of names.sort()) {
    const file = path.join(own, name);
    const start = performance.now();
    const made = await maker.make(file, { sha256: null, keepsWhole: false }, new AbortController().signal);
    const ms = performance.now() - start;
    const title = `  ${path.basename(name).slice(-46).padEnd(48)}`;
    if (!('bytes' in made)) {
      lines.push(`${title}${made.state}`);
      continue;
    }
    const facts = [made.kind, made.isCropped ? 'cut' : 'whole', made.isPaper ? 'paper' : 'no paper', `${made.turn}°`];
    const before = `${Math.round((await stat(file)).size / 1024)} KB →`.padStart(12);
    const words = wordsOf(await readPicture(ocr, await toPicture(made), folder)).length;
    lines.push(`${title}${before}${sizeAndTime(made.bytes.length, ms)}  ${facts.join(', ')}, ${words} words`);
    await keep(path.basename(name), await readFile(file), made);
  }
  return lines;
}

/** Saves a photograph and its page where a person can look at them. */
async function keep(title: string, photograph: Buffer, made: MadePage): Promise<void> {
  const out = process.env['PHOTOGRAPHS_OUT'];
  if (out === undefined) return;
  const name = path.join(out, title.replaceAll(/[^a-z0-9]+/giu, '-'));
  await sharp(photograph).autoOrient().resize({ height: 1000 }).png().toFile(`${name}-before.png`);
  await sharp(await sharp(made.bytes).rotate(made.turn).toBuffer())
    .resize({ height: 1000 })
    .png()
    .toFile(`${name}-after.png`);
  await writeFile(`${name}.pdf`, writePdf([made]));
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => !/^\p{N}$/u.test(word));
}

function recall(wanted: readonly string[], found: readonly string[] | string): number {
  const counts = new Map<string, number>();
  for (const word of typeof found === 'string' ? wordsOf(found) : found) counts.set(word, (counts.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of wanted) {
    const left = counts.get(word) ?? 0;
    if (left > 0) hits += 1;
    counts.set(word, left - 1);
  }
  return hits / wanted.length;
}
