import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { compareTexts, wordsOfPages } from '#server/library/duplicates/compare-texts.ts';
import { bandsOf, signatureOf } from '#server/library/duplicates/signature.ts';
import { createOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';
import { drawScan, type ScanFlaws, type ScannedPage } from '#test/support/scanned-pages.ts';
import { makeDocuments, type Variant } from './documents/duplicate-set.ts';

const first: ScanFlaws = { noise: 0.3, blur: 2, skew: 0.8, seed: 11 };

/** Scan flaws of each variant; variants that are not listed are scanned like the first, with other noise. */
const scans: Partial<Record<Variant, ScanFlaws>> = {
  'rescan at 150 dpi': { dpi: 150, noise: 0.5, skew: -1.5, seed: 21 },
  'rescan, askew and noisy': { noise: 0.8, blur: 4, skew: 3, seed: 22 },
};

/**
 * Measures which scans are reported as duplicates, with real recognition: the variants of each generated document are
 * scanned, recognised and compared with its first scan. Prints the wrong results.
 */
export async function measureDuplicates(folder: string): Promise<string[]> {
  const ocr = await createOcr({
    languages: ['eng', 'nep'],
    scratch: path.join(folder, 'ocr'),
    log: pino({ level: 'warn' }),
  });
  const read = async (pages: readonly (readonly string[])[], flaws: ScanFlaws, quality: number | null) => {
    const texts: string[] = [];
    for (const [index, lines] of pages.entries()) {
      const page: ScannedPage = { columns: [lines], flaws: { ...flaws, seed: (flaws.seed ?? 1) + index } };
      const picture = path.join(folder, 'page.png');
      const drawn = await drawScan(page);
      await writeFile(picture, quality === null ? drawn : await recompress(drawn, quality));
      const { lines: found } = await ocr.recognise(picture, new AbortController().signal);
      texts.push(found.map((line) => line.words.map((word) => word.text).join(' ')).join('\n'));
    }
    return wordsOfPages(texts);
  };
  const rows = new Map<Variant, { called: number; candidates: number; of: number; same: number[] }>();
  const wrong: string[] = [];
  try {
    for (const document of makeDocuments()) {
      const original = await read(document.pages, first, null);
      const bands = bandsOf(signatureOf(original.words) ?? new Uint32Array());
      for (const { variant, pages, isDuplicate } of document.variants) {
        const quality = variant === 'recompressed' ? 25 : null;
        const other = await read(pages, scans[variant] ?? { ...first, seed: 31 }, quality);
        const theirs = bandsOf(signatureOf(other.words) ?? new Uint32Array());
        const isCandidate = bands.some((band, index) => band === theirs[index]);
        const found = compareTexts(original, other);
        const called = isCandidate && found.isDuplicate;
        const row = rows.get(variant) ?? { called: 0, candidates: 0, of: 0, same: [] };
        rows.set(variant, {
          called: row.called + Number(called),
          candidates: row.candidates + Number(isCandidate),
          of: row.of + 1,
          same: [...row.same, found.same],
        });
        if (called !== isDuplicate)
          wrong.push(
            `  ${document.name}, ${variant}: ${called ? 'reported as duplicate' : 'missed'} (${percent(found.same)} the same)`,
          );
      }
    }
  } finally {
    await ocr.close();
  }
  const lines = [`duplicates, recognised by ${ocr.name}: share reported as duplicates, and share of equal text`];
  for (const [variant, { called, candidates, of, same }] of rows) {
    const range = `${percent(Math.min(...same))} to ${percent(Math.max(...same))}`;
    lines.push(`  ${variant.padEnd(34)} ${called} of ${of} (${candidates} candidates), ${range}`);
  }
  return [...lines, wrong.length === 0 ? '  no wrong result' : '  called wrongly:', ...wrong];
}

async function recompress(picture: Buffer, quality: number): Promise<Buffer> {
  const jpeg = await sharp(picture).resize({ width: 1700 }).jpeg({ quality }).toBuffer();
  return sharp(jpeg).png().toBuffer();
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
