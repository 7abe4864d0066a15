import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { createPackagedEngine } from '#server/library/text-extraction/ocr/packaged-engine.ts';
import { createSystemEngine } from '#server/library/text-extraction/ocr/system-engine.ts';
import { systemLanguages, ocrLimits } from '#server/library/text-extraction/ocr/system-tesseract.ts';
import { drawScan, type ScanFlaws, type ScannedPage } from '#test/support/scanned-pages.ts';
import { examLines, nepaliLines } from './documents/exam-lines.ts';

const flaws: Record<string, ScanFlaws> = {
  clean: {},
  'askew by 3.5°': { skew: 3.5 },
  'askew by -7°': { skew: -7 },
  noisy: { noise: 0.6, blur: 3 },
  'very noisy': { noise: 1, blur: 4 },
  '150 dpi': { dpi: 150 },
  '150 dpi, noisy': { dpi: 150, noise: 0.5 },
  'turned by 90°': { turn: 90 },
  'turned by 180°': { turn: 180, skew: 2 },
  'turned by 270°': { turn: 270, dpi: 150 },
};

const languages = ['eng', 'nep'];

/**
 * Measures OCR on generated scans: the share of the words that were found (numbers of one digit left out) and seconds a
 * page, by both engines and by the machine's Tesseract alone on the unprocessed picture. Each uses one core.
 */
export async function measureOcr(folder: string): Promise<string[]> {
  const cases: [string, ScannedPage][] = Object.entries(flaws).map(([name, each]) => [
    name,
    { columns: [[...examLines(1), ...nepaliLines]], flaws: each },
  ]);
  cases.push(['two columns', { columns: [examLines(2).slice(0, 9), examLines(3).slice(0, 9)], isRuled: true }]);
  const parts = { languages, scratch: path.join(folder, 'ocr'), log: pino({ level: 'warn' }), limits: ocrLimits };
  const isInstalled =
    (await systemLanguages('tesseract')).filter((language) => languages.includes(language)).length > 1;
  const packaged = createPackagedEngine(parts);
  const system = isInstalled ? createSystemEngine({ program: 'tesseract', ...parts }) : null;
  const readers = new Map<string, (picture: string) => Promise<string>>([['tesseract.js', readWith(packaged)]]);
  if (system) readers.set('tesseract', readWith(system)).set('tesseract alone', readAlone);
  const lines = [`words found, and seconds a page${system ? '' : ' (no Tesseract with English and Nepali here)'}`];
  lines.push(`  ${'page'.padEnd(16)}${[...readers.keys()].map((name) => name.padStart(18)).join('')}`);
  const sums = new Map<string, number>();
  try {
    for (const [name, page] of cases) {
      const picture = path.join(folder, 'page.png');
      await writeFile(picture, await drawScan(page));
      const wanted = wordsOf(page.columns.flat().join('\n'));
      const cells: string[] = [];
      for (const [reader, read] of readers) {
        const start = performance.now();
        const text = await read(picture);
        const seconds = (performance.now() - start) / 1000;
        sums.set(reader, (sums.get(reader) ?? 0) + seconds);
        cells.push(
          `${(recall(wanted, wordsOf(text)) * 100).toFixed(1)} % ${seconds.toFixed(1).padStart(5)} s`.padStart(18),
        );
      }
      lines.push(`  ${name.padEnd(16)}${cells.join('')}`);
    }
  } finally {
    await packaged.close();
    await system?.close();
  }
  const means = [...sums.values()].map((sum) => `${(sum / cases.length).toFixed(1)} s`.padStart(18));
  return [...lines, `  ${'mean'.padEnd(16)}${means.join('')}`];
}

function readWith(engine: OcrEngine) {
  return async (picture: string) => {
    const { lines } = await engine.recognise(picture, new AbortController().signal);
    return lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n');
  };
}

async function readAlone(picture: string): Promise<string> {
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const run = promisify(execFile)('tesseract', [picture, 'stdout', '-l', languages.join('+')], {
    env,
    timeout: 120_000,
  });
  return run.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => !/^\p{N}$/u.test(word));
}

function recall(wanted: readonly string[], found: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of wanted) {
    const left = counts.get(word) ?? 0;
    if (left > 0) hits += 1;
    counts.set(word, left - 1);
  }
  return hits / wanted.length;
}
