import type { LetterTurn } from './letter-turn.ts';
import type { PageTurn } from './turned-boxes.ts';

/**
 * Parameters for reading a page. `turn`: assumed clockwise rotation of its text in degrees. `part`: the whole page, or
 * only so many lines as show if they make sense. `layout`: Tesseract finds the columns and figures of the page; or
 * treats the whole page as one block of text, so that it leaves out nothing as a figure; or treats every line
 * separately, so that it reads none from top to bottom.
 */
export type ReadingWay = { turn: PageTurn['turn']; part: 'page' | 'band'; layout: 'columns' | 'block' | 'lines' };

/**
 * A job of the worker process: straighten a page and write it to its output, or straighten and read it with tesseract.js.
 * `languages` are Tesseract's names.
 */
export type OcrJob =
  | ({ kind: 'straighten' } & ReadingWay)
  | ({ kind: 'read'; languages: readonly string[] } & ReadingWay);

/** Result of a job. `letters` is the rotation that the letters of a band show. */
export type OcrOutcome =
  | { state: 'straight'; turn: PageTurn; letters: LetterTurn }
  | { state: 'read'; turn: PageTurn; letters: LetterTurn; tsv: string };
