import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { photographKind } from '#test/support/photographed-sheet.ts';
import { sheetKinds, type SheetKind } from '#test/support/sheet-kinds.ts';
import { casesOf, extentOf, isOnlyInSweep } from '#test/support/sweeps.ts';
import { createPageMaker, type PageMaker } from './page-maker.ts';

const log = pino({ level: 'silent' });
const directions = [0, 90, 180, 270] as const;
/**
 * Kinds of sheets in which nothing certain can be read: their pages stay as photographed, even on their side. A table
 * of contents is among them, because too little of it can be read upside down.
 */
const illegible: SheetKind[] = [
  'an answer grid in a frame',
  'a truth table',
  'handwriting',
  'handwriting on ruled paper',
];

let folder = '';
let engine: OcrEngine;
let reading: PageMaker;
let notReading: PageMaker;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-page-maker-'));
  engine = await createOcr({ languages: ['eng', 'nep'], scratch: path.join(folder, 'ocr'), log });
  const openEngine = async () => ({ findTurn: engine.findTurn, close: async () => {} });
  reading = createPageMaker({ scratch: path.join(folder, 'work'), openEngine, log });
  notReading = createPageMaker({ scratch: path.join(folder, 'other'), openEngine: null, log });
});

afterAll(async () => {
  await Promise.all([reading.close(), notReading.close(), engine.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Returns the final rotation of the page of a photograph, in degrees clockwise. */
async function turnOf(maker: PageMaker, photograph: Buffer): Promise<number> {
  const file = path.join(folder, 'photograph.jpg');
  await writeFile(file, photograph);
  const page = await maker.make(file, { sha256: null, keepsWhole: false }, new AbortController().signal);
  if (!('bytes' in page)) throw new Error(page.state);
  return page.turn;
}

type Direction = (typeof directions)[number];

/** Returns kinds of sheets with the directions to test; in a sweep, all kinds in all directions. */
function casesFor(some: Partial<Record<SheetKind, readonly Direction[]>>): [SheetKind, readonly Direction[]][] {
  return casesOf('directions', Object.keys(sheetKinds) as SheetKind[], (kind) => kind in some).map((kind) => {
    const all = directions.filter(
      (turn) => turn === 0 || !(illegible.includes(kind) || (kind === 'a table of contents' && turn === 180)),
    );
    return [kind, extentOf('directions', { all, part: some[kind] ?? [] })];
  });
}

test.skipIf(isOnlyInSweep('directions')).each(casesFor({ 'an answer sheet to be filled in': [0] }))(
  'a photographed sheet becomes an upright page: %s, lying turned by %j degrees',
  async (kind, turns) => {
    const made: number[] = [];
    for (const turn of turns) made.push(await turnOf(reading, (await photographKind(kind, { turn })).jpeg));
    expect(made).toEqual(turns.map((turn) => (360 - turn) % 360));
  },
);

test.skipIf(isOnlyInSweep('directions')).each(casesFor({ 'numbers in columns': [0] }))(
  'without OCR, an upright sheet is never turned: %s',
  async (kind) => {
    const { jpeg } = await photographKind(kind, { turn: 0 });
    expect(await turnOf(notReading, jpeg)).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('recognition'))('without OCR, a sheet on its side is turned by its letters', async () => {
  const { jpeg } = await photographKind('numbered lines that begin alike', { turn: 270 });
  expect(await turnOf(notReading, jpeg)).toBe(90);
});

test.skipIf(isOnlyInSweep('recognition'))(
  'the orientation stored by a phone is used, and corrected if it cannot be right',
  async () => {
    const { jpeg } = await photographKind('numbers in columns', { turn: 0 });
    const onItsSide = await sharp(jpeg).rotate(270).toBuffer();
    const store = (orientation: number) => sharp(onItsSide).withMetadata({ orientation }).toBuffer();
    expect(await turnOf(reading, await store(6))).toBe(0);
    // A phone held flat above a table does not know its orientation.
    expect(await turnOf(reading, await store(1))).toBe(90);
  },
);
