import type { RecognisedPage } from './ocr-engine.ts';
import { dropNoise, meanConfidence } from './drop-noise.ts';
import type { ReadingWay } from './ocr-job.ts';
import { toPageBox, type PageTurn } from './page-turn.ts';
import { readTsv, type FoundWord } from './read-tsv.ts';

/** One reading of a straightened page: Tesseract's TSV, and how the picture was turned. */
export type Reading = { tsv: string; turn: PageTurn };

/** Text that is read upside down has a confidence of about 40, the worst scans that can be read have more than 60. */
const doubtfulConfidence = 62;
/** A page that upside down makes this much more sense is upside down. */
const clearlyBetter = 1.2;

/** Fewer letters than this on a whole page may be all that Tesseract did not take for a figure. */
const fewLetters = 20;

/**
 * Reads a page. Which way is up is seen by reading only, and a whole page that is upside down takes a minute, so some
 * lines are read first, and also turned by 180 degrees if they make little sense. A page with hardly any text is read
 * once more as one block. `read` straightens and reads once.
 */
export async function readPage(read: (way: ReadingWay) => Promise<Reading>): Promise<RecognisedPage> {
  const { isUpsideDown } = await readBand(read);
  const page = understand(await read({ isUpsideDown, part: 'page', layout: 'columns' }));
  if (countLetters(page) >= fewLetters) return toPage(page);
  const block = understand(await read({ isUpsideDown, part: 'page', layout: 'block' }));
  return toPage(block.sense > page.sense ? block : page);
}

/** Degrees clockwise by which the text of a page is turned. `read` is as for `readPage`. */
export async function findTurn(read: (way: ReadingWay) => Promise<Reading>): Promise<PageTurn['turn']> {
  return (await readBand(read)).turn;
}

/** Which way up the lines in the middle of the page make sense. */
async function readBand(
  read: (way: ReadingWay) => Promise<Reading>,
): Promise<{ isUpsideDown: boolean; turn: PageTurn['turn'] }> {
  const upright = understand(await read({ isUpsideDown: false, part: 'band', layout: 'columns' }));
  const asItIs = { isUpsideDown: false, turn: upright.turn.turn };
  if (upright.foundWords === 0 || upright.confidence >= doubtfulConfidence) return asItIs;
  const turned = understand(await read({ isUpsideDown: true, part: 'band', layout: 'columns' }));
  if (turned.sense <= upright.sense * clearlyBetter) return asItIs;
  return { isUpsideDown: true, turn: turned.turn.turn };
}

type Understood = { lines: FoundWord[][]; confidence: number; sense: number; foundWords: number; turn: PageTurn };

function understand({ tsv, turn }: Reading): Understood {
  const found = readTsv(tsv);
  const lines = dropNoise(found);
  const words = found.flat();
  const confidence = meanConfidence(words);
  // Longer words that were read with certainty; upside down there are few.
  const sense = lines
    .flat()
    .filter(({ text }) => text.length > 2)
    .reduce((sum, word) => sum + (word.confidence / 100) ** 2 * word.text.length, 0);
  return { lines, confidence, sense, foundWords: words.length, turn };
}

function countLetters({ lines }: Understood): number {
  return lines.flat().reduce((sum, { text }) => sum + text.length, 0);
}

function toPage({ lines, turn }: Understood): RecognisedPage {
  return {
    lines: lines.map((line) => ({
      words: line.map(({ text, confidence, box }) => ({
        text,
        box: toPageBox(box, turn),
        confidence: Math.round(confidence * 10) / 10,
        turn: turn.turn,
      })),
    })),
    confidence: Math.round(meanConfidence(lines.flat()) * 10) / 10,
  };
}
