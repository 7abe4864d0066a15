import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { createPageMaker, type MadePage } from '#server/library/photographs/page-maker.ts';
import { preparePage } from '#server/library/photographs/prepare-page.ts';
import { writePdf } from '#server/library/photographs/write-pdf.ts';
import { createOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { drawScan, type ScannedPage } from '#test/support/scanned-pages.ts';
import { examLines, nepaliLines } from './documents/exam-lines.ts';
import { angleOff } from './photographs/angle-off.ts';
import { partInside, takePhotograph, type Camera } from './photographs/take-photograph.ts';

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
  'on its side': { ...usual, turn: 92, zoom: 0.85, seed: 4 },
  'upside down': { ...usual, turn: 177, table: 'dark', seed: 5 },
  'on its other side': { ...usual, turn: 268, table: 'cloth', seed: 6 },
  'strong perspective': { ...usual, perspective: 0.28, turn: 3, share: 0.7, seed: 7 },
  'strong shadow': { ...usual, shadow: 1, turn: -2, seed: 8 },
  'grainy and small': { ...usual, noise: 0.9, side: 2200, seed: 9 },
};
/**
 * Cameras that cut off a part of the sheet. The expected words are those that OCR reads on the visible part of the flat
 * page.
 */
const cutOff: Record<string, Camera> = {
  'cut off below': { ...usual, perspective: 0.2, turn: 3, shift: [0, 0.2], seed: 10 },
  'cut off above': { ...usual, turn: -4, shift: [0, -0.2], table: 'dark', seed: 11 },
  'cut off left': { ...usual, turn: 4, shift: [-0.2, 0], table: 'cloth', seed: 12 },
  'cut off right, strong shadow': { ...usual, turn: -3, shift: [0.2, 0], shadow: 1, seed: 13 },
  'cut off at a corner': { ...usual, turn: 5, shift: [0.15, 0.15], seed: 14 },
  'at a corner, strong shadow': { ...usual, turn: -5, shift: [-0.15, -0.15], shadow: 1, table: 'dark', seed: 15 },
  'on its side, cut off right': { ...usual, turn: 93, shift: [0.2, 0], seed: 16 },
  'upside down, cut off below': { ...usual, turn: 184, shift: [0, 0.2], seed: 17 },
  'other side, at a corner': { ...usual, turn: 266, shift: [0.15, 0.15], table: 'cloth', seed: 18 },
  'cut off left and right': { ...usual, turn: -3, shift: [0, 0.1], zoom: 1.2, seed: 19 },
  'cut off on all sides': { ...usual, turn: -3, zoom: 1.6, seed: 20 },
};

type Figures = { angle: number; recall: number; flat: number; bytes: number; ms: number };

/**
 * Measures photographs of flat pages, generated and made into pages of a PDF again: the angle error of lines in
 * degrees, the share of the words that OCR finds compared with the flat page, kilobytes and milliseconds a page.
 * `PHOTOGRAPHS_ONLY` is a pattern of the photographs (such as `^cut off`), `PHOTOGRAPHS_FOLDER` names a folder with
 * your own photographs, and `PHOTOGRAPHS_OUT` one for the results.
 */
export async function measurePhotographs(folder: string): Promise<string[]> {
  const log = pino({ level: 'warn' });
  const scratch = path.join(folder, 'photographs');
  const ocr = await createOcr({ languages: ['eng', 'nep'], scratch: path.join(scratch, 'ocr'), log });
  const openEngine = async () => ({ findTurn: ocr.findTurn, close: async () => {} });
  const maker = createPageMaker({ scratch: path.join(scratch, 'work'), openEngine, log });
  const lines = [`  ${'photograph'.padEnd(56)}     angle   words (flat)        size       time`];
  const only = new RegExp(process.env['PHOTOGRAPHS_ONLY'] ?? '', 'u');
  try {
    for (const [group, ofGroup] of Object.entries({ 'whole sheets': cameras, 'cut off': cutOff })) {
      const all: Figures[] = [];
      for (const [pageName, page] of Object.entries(pages)) {
        const drawn = await drawScan(page);
        const words = wordsOf(page.columns.flat().join('\n'));
        const read = wordsOf(await readPicture(ocr, drawn, folder));
        for (const [name, camera] of Object.entries(ofGroup)) {
          if (!only.test(name)) continue;
          const { jpeg, corners } = await takePhotograph(drawn, camera);
          const file = path.join(folder, 'photograph.jpg');
          await writeFile(file, jpeg);
          const start = performance.now();
          const made = await maker.make(file, { sha256: null, keepsWhole: false }, new AbortController().signal);
          const ms = performance.now() - start;
          if (!('bytes' in made)) throw new Error(`${pageName}, ${name}: ${made.state}`);
          const angle = angleOff(await preparePage(jpeg, { keepsWhole: false }), corners, made.turn);
          const found = wordsOf(await readPicture(ocr, await toPicture(made), folder));
          const part = ofGroup === cutOff ? await partInside(drawn, corners) : null;
          const wanted = part ? wordsOf(await readPicture(ocr, part, folder)) : words;
          const flat = part ? 1 : recall(words, read);
          const figures = { angle, recall: recall(wanted, found), flat, bytes: made.bytes.length, ms };
          all.push(figures);
          const title = `${pageName}, ${name}`;
          lines.push(`  ${title.padEnd(56)}${show(figures)}${made.isCropped ? '' : '  no sheet found'}`);
          await keep(title, jpeg, made);
        }
      }
      if (all.length > 0)
        lines.push(`  ${`${group}: the largest angle, the mean of the rest`.padEnd(56)}${show(sumUp(all))}`);
    }
    lines.push(...(await tryOwn(maker, ocr, folder)));
    return lines;
  } finally {
    await maker.close();
    await ocr.close();
  }
}

function sumUp(all: readonly Figures[]): Figures {
  const mean = (of: (each: Figures) => number) => all.reduce((sum, each) => sum + of(each), 0) / all.length;
  return {
    angle: Math.max(...all.map((each) => each.angle)),
    recall: mean((each) => each.recall),
    flat: mean((each) => each.flat),
    bytes: mean((each) => each.bytes),
    ms: mean((each) => each.ms),
  };
}

function show({ angle, recall: found, flat, bytes, ms }: Figures): string {
  const share = (value: number) => `${(value * 100).toFixed(1)} %`;
  return `${angle.toFixed(2)}°`.padStart(10) + `${share(found)} (${share(flat)})`.padStart(19) + sizeAndTime(bytes, ms);
}

function sizeAndTime(bytes: number, ms: number): string {
  return `${Math.round(bytes / 1024)} KB`.padStart(9) + `${Math.round(ms)} ms`.padStart(11);
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

/** Makes pages of your own photographs, for which there is no truth. */
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
    const title = `  ${path.basename(name).slice(-54).padEnd(56)}`;
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

/** Saves a photograph and its page for inspection. */
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
