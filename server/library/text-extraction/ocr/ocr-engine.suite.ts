import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawScan, type ScannedPage } from '#test/support/scanned-pages.ts';
import { drawKind } from '#test/support/sheet-kinds.ts';
import type { WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { ocrLimits } from './system-tesseract.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

type EngineParts = { languages: string[]; scratch: string; log: Logger; limits: WorkerLimits };

// Fewer lines are not taken for columns.
const left = [
  'Define deadlock and starvation.',
  'Explain thrashing using graphs.',
  'What is a semaphore for?',
  'नेपाली भाषाको क्षेत्र',
  'Describe paging in detail.',
];
const right = [
  'State the banker algorithm.',
  'Compare threads and processes.',
  'List the page faults of each.',
  'Why is a buffer bounded?',
  'Draw the states of a process.',
];

/** Describes the requirements of every engine. `open` makes one with these parts. */
export function describeOcrEngine(open: (parts: EngineParts) => OcrEngine): void {
  let folder = '';
  let scratch = '';
  const live = new AbortController().signal;
  const draw = async (page: ScannedPage) => {
    const file = path.join(folder, 'page.png');
    await writeFile(file, await drawScan(page));
    return file;
  };
  const openWith = (limits: Partial<WorkerLimits> = {}) =>
    open({ languages: ['eng', 'nep'], scratch, log: pino({ level: 'silent' }), limits: { ...ocrLimits, ...limits } });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'examshelf-ocr-'));
    scratch = path.join(folder, 'scratch');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.skipIf(isOnlyInSweep('recognition'))(
    'two columns in two scripts, askew, sideways, with specks and at 150 dpi, are read column by column',
    async () => {
      await using closing = withClose(openWith());
      const flaws = { skew: 3, turn: 90 as const, noise: 0.6, dpi: 150 };
      const picture = await draw({ columns: [left, right], flaws });
      const page = await closing.engine.recognise(picture, live);
      const lines = page.lines.map((line) => line.words.map((word) => word.text).join(' '));
      expect(lines.map(lettersOf)).toEqual([...left, ...right].map(lettersOf));
      expect(page.confidence).toBeGreaterThan(80);
      const words = page.lines.flatMap((line) => line.words);
      expect(new Set(words.map((word) => word.turn))).toEqual(new Set([90]));
      expect(await closing.engine.findTurn(picture, live)).toBe(90);
      // Turned clockwise, the top of the page is on the right, and its left is at the top.
      const [first, last] = [words[0]?.box, words.at(-1)?.box];
      expect(first?.[0]).toBeGreaterThan(0.85);
      expect(first?.[1]).toBeLessThan(0.2);
      expect(last?.[1]).toBeGreaterThan(0.5);
    },
  );

  test.skipIf(isOnlyInSweep('recognition'))(
    'a page whose columns are as regular as its lines is read in its own orientation',
    async () => {
      await using closing = withClose(openWith());
      const picture = path.join(folder, 'page.png');
      const sheet = sharp(await drawKind('numbers in columns')).rotate(270);
      await writeFile(picture, await sheet.png().toBuffer());
      expect(await closing.engine.findTurn(picture, live)).toBe(270);
    },
  );

  test.skipIf(isOnlyInSweep('recognition'))(
    'a file that is not a picture fails alone, an abort ends the work at once, and nothing remains',
    async () => {
      const engine = openWith();
      const broken = path.join(folder, 'broken.png');
      await writeFile(broken, 'not a picture');
      await expect(engine.recognise(broken, live)).rejects.toMatchObject({ name: 'OcrFailed', cause: 'crash' });

      const aborting = new AbortController();
      const page = await draw({ columns: [left.slice(0, 1)] });
      const aborted = engine.recognise(page, aborting.signal);
      setImmediate(() => aborting.abort(new Error('the server stops')));
      await expect(aborted).rejects.toThrow('the server stops');

      const read = await engine.recognise(page, live);
      expect(read.lines[0]?.words.map((word) => word.text)).toContain('deadlock');
      await engine.close();
      await expect(engine.recognise(page, live)).rejects.toMatchObject({ cause: 'unavailable' });
      expect(await readdir(scratch)).toEqual([]);
    },
  );

  test('a page that takes too long is given up with that reason', async () => {
    await using closing = withClose(openWith({ jobMs: 1 }));
    const reading = closing.engine.recognise(await draw({ columns: [left.slice(0, 1)] }), live);
    await expect(reading).rejects.toMatchObject({ name: 'OcrFailed', cause: 'time' });
  });
}

/** Specks may be read as signs. */
function lettersOf(line: string): string {
  return (line.match(/[\p{L}\p{M}]+/gu) ?? []).join(' ');
}

function withClose(engine: OcrEngine) {
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}
