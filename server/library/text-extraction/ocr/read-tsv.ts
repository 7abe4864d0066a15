import type { PixelBox } from './turned-boxes.ts';

/** A word as Tesseract found it, in pixels of its input picture. */
export type FoundWord = { text: string; confidence: number; box: PixelBox };

/** `level` of a word in Tesseract's TSV; lower levels are pages, blocks, paragraphs and lines. */
const wordLevel = '5';

/**
 * Returns the lines of words in Tesseract's TSV, in its reading order. The columns are: level, page, block, paragraph,
 * line, word, left, top, width, height, confidence, text. Leaves out lines in another form.
 */
export function readTsv(tsv: string): FoundWord[][] {
  const lines: FoundWord[][] = [];
  let last = '';
  for (const row of tsv.split('\n')) {
    const [level, page, block, paragraph, line, , ...rest] = row.split('\t');
    if (level !== wordLevel || rest.length < 6) continue;
    const [left = NaN, top = NaN, width = NaN, height = NaN, confidence = NaN] = rest.slice(0, 5).map(Number);
    const text = rest.slice(5).join(' ').replace(/\s+/gu, ' ').trim();
    if (text === '' || [left, top, width, height, confidence].some(Number.isNaN)) continue;
    const place = `${page} ${block} ${paragraph} ${line}`;
    if (place !== last) lines.push([]);
    last = place;
    lines.at(-1)?.push({ text, confidence: Math.min(100, Math.max(0, confidence)), box: { left, top, width, height } });
  }
  return lines;
}
