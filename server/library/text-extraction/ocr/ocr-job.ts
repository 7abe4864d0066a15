import type { LetterTurn } from './letter-turn.ts';
import type { PageTurn } from './turned-boxes.ts';

/**
 * The parameters of a page's reading. `turn`: degrees clockwise by which its text is assumed to be turned. `part`: the
 * whole page, or only as many lines as show whether they make sense. `layout`: Tesseract finds the columns and figures of
 * the page; or treats the whole page as one block of text, so that nothing is left out as a figure; or treats every line
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

/** `letters`: the turn that the letters of a band show. */
export type OcrOutcome =
  | { state: 'straight'; turn: PageTurn; letters: LetterTurn }
  | { state: 'read'; turn: PageTurn; letters: LetterTurn; tsv: string };
