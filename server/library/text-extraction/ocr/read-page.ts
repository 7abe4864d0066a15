import type { LetterTurn } from './letter-turn.ts';
import type { RecognisedPage, ReadingWay } from './ocr-engine.ts';
import { toPageBox, type PageTurn, type PixelBox } from './turned-boxes.ts';

/** A word as Tesseract found it, in pixels of its input picture. */
type FoundWord = { text: string; confidence: number; box: PixelBox };

/** `level` of a word in Tesseract's TSV; lower levels are pages, blocks, paragraphs and lines. */
const wordLevel = '5';

/**
 * Returns the lines of words in Tesseract's TSV, in its reading order. Its columns are: level, page, block, paragraph,
 * line, word, left, top, width, height, confidence, text. Lines of another form are left out.
 */
function readTsv(tsv: string): FoundWord[][] {
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

/** Below this, words are more often wrong than right. */
const minConfidence = 25;
/** A word without a letter or a digit is a rule or a speck unless it was recognised this well. */
const minSignConfidence = 60;
/** Required confidence of a line with only one or two letters per word; texture is read as such. */
const minShortLineConfidence = 70;
/** A frame or the fold of a sheet, read as signs. */
const ruledLine = /^[|_~—–\-=.:;,'"`^°¦\\/[\]{}<>!«»‘’“”•*+]+$/u;

/**
 * Removes noise: words that were hardly recognised, frames, ruled lines and specks. No search would find them, and they
 * would fill the index.
 */
function dropNoise(lines: readonly (readonly FoundWord[])[]): FoundWord[][] {
  return lines.map((line) => line.filter(isText)).filter((line) => line.length > 0 && !isTexture(line));
}

function isText({ text, confidence, box }: FoundWord): boolean {
  if (confidence < minConfidence) return false;
  if (/[\p{L}\p{N}]/u.test(text)) return true;
  if (confidence < minSignConfidence) return false;
  // A rule along the page or down it, whatever its confidence.
  const isDrawn = box.height > box.width * 6 || box.width > box.height * 20;
  return !(ruledLine.test(text) && isDrawn);
}

function isTexture(line: readonly FoundWord[]): boolean {
  if (line.some(({ text }) => lettersOf(text) > 2)) return false;
  return meanConfidence(line) < minShortLineConfidence || line.every(({ text }) => lettersOf(text) === 0);
}

function meanConfidence(words: readonly FoundWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}

/** One reading of a straightened page: Tesseract's TSV, the turn of the picture, and the turn that its letters show. */
export type Reading = { tsv: string; turn: PageTurn; letters: LetterTurn };

type Turn = PageTurn['turn'];
type Read = (way: ReadingWay) => Promise<Reading>;

/** Text that is upside down or on its side is read with a confidence of about 40, digits and capitals with up to 80. */
const clearConfidence = 75;
/** Unreadable strokes have less than 50, the worst readable scans more than 60. */
const readableConfidence = 60;
/** Letters of words that were read with certainty. If there are fewer, the other directions are read as well. */
const clearSense = 20;
/** A page is turned if that makes this many times more sense, and at least this much: a few words. */
const clearlyBetter = 1.5;
const leastSense = 8;
/** The factor if its letters do not show how lines run. */
const muchBetter = 2;
/** The factor between two directions, if one of them must be up. */
const better = 1.2;
/** Fewer letters than this on a whole page may be all that Tesseract did not take for a figure. */
const fewLetters = 20;

/**
 * Reads a page. Only reading shows which way is up, and a whole page that is upside down takes a minute, so some lines
 * are read first. A page with hardly any text is read once more as one block. `read` straightens and reads once.
 */
export async function readPage(read: Read): Promise<RecognisedPage> {
  const turn = await findTurn(read);
  const page = understand(await read({ turn, part: 'page', layout: 'columns' }));
  if (countLetters(page) >= fewLetters) return toPage(page);
  const block = understand(await read({ turn, part: 'page', layout: 'block' }));
  return toPage(block.sense > page.sense ? block : page);
}

/**
 * Returns the degrees clockwise by which the text of a page is turned. `read` is as for `readPage`. 0 unless some lines
 * read clearly better in another direction, or letters that cannot be read follow each other downward.
 */
export async function findTurn(read: Read): Promise<Turn> {
  const readBand = async (turn: Turn) => weigh(turn, await read({ turn, part: 'band', layout: 'lines' }));
  const asItIs = await readBand(0);
  const { letters } = asItIs;
  const isOnItsSide = letters === 90 || letters === 270;
  if (asItIs.isClear && !isOnItsSide) return 0;
  // A blank page has neither.
  if (letters === null && !asItIs.hasWords) return 0;
  if (!isOnItsSide) {
    const others = await readUntilClear(readBand, letters === 0 ? [180] : [180, 90, 270]);
    const best = bestOf(others);
    const [least, ratio] = letters === 0 ? [leastSense, clearlyBetter] : [clearSense, muchBetter];
    return best.isReadable && best.sense > Math.max(least, asItIs.sense * ratio) ? best.turn : 0;
  }
  const opposite: Turn = letters === 90 ? 270 : 90;
  const sides = await readUntilClear(readBand, [letters, opposite]);
  const best = bestOf(sides);
  if (asItIs.isReadable && asItIs.sense > best.sense * better) return 0;
  const second = sides.find((each) => each !== best);
  const isSure = best.isReadable && best.sense > (second?.sense ?? 0) * better;
  return isSure ? best.turn : letters;
}

/** The value of a reading of some lines. `sense`: letters of words, the more the more certain they are. */
type Weighed = {
  turn: Turn;
  letters: LetterTurn;
  sense: number;
  isReadable: boolean;
  isClear: boolean;
  hasWords: boolean;
};

async function readUntilClear(readBand: (turn: Turn) => Promise<Weighed>, turns: readonly Turn[]): Promise<Weighed[]> {
  const all: Weighed[] = [];
  for (const turn of turns) {
    const weighed = await readBand(turn);
    all.push(weighed);
    if (weighed.isClear) break;
  }
  return all;
}

function bestOf(all: readonly Weighed[]): Weighed {
  return all.reduce((best, each) => (each.sense > best.sense ? each : best));
}

function weigh(turn: Turn, { tsv, letters }: Reading): Weighed {
  const words = readTsv(tsv).flat();
  // Tesseract turns a block automatically if its lines run down: then words are higher than wide.
  const flat = words.filter(({ text, box }) => lettersOf(text) > 1 && box.width > box.height);
  const sum = (of: readonly FoundWord[]) =>
    of.reduce((total, { text, confidence }) => total + (confidence / 100) ** 4 * lettersOf(text), 0);
  const longSense = sum(flat.filter(({ text }) => lettersOf(text) > 2));
  const confidence = meanConfidence(words);
  const isClear = longSense >= clearSense && confidence >= clearConfidence;
  const isReadable = confidence >= readableConfidence;
  return { turn, letters, sense: sum(flat), isReadable, isClear, hasWords: words.length > 0 };
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
}

type Understood = { lines: FoundWord[][]; turn: PageTurn; sense: number };

function understand({ tsv, turn }: Reading): Understood {
  const lines = dropNoise(readTsv(tsv));
  const longer = lines.flat().filter(({ text }) => text.length > 2);
  return { lines, turn, sense: longer.reduce((sum, word) => sum + (word.confidence / 100) ** 2 * word.text.length, 0) };
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
