import type { LetterTurn } from './letter-turn.ts';
import type { PageTurn } from './page-turn.ts';

/**
/**
 * How a page is read. `turn`: degrees clockwise by which its text is thought to be turned. `part`: all of it, or only as
 * many lines as show whether they make sense. `layout`: Tesseract finds the columns and figures of the page; or takes all
 * of it for one block of text, so that nothing is left out as a figure; or takes every line for itself, so that it reads
 * none from top to bottom.
 */
export type ReadingWay = { turn: PageTurn['turn']; part: 'page' | 'band'; layout: 'columns' | 'block' | 'lines' };

/**
 * What the worker process is asked: straighten a page and write it to its output, or straighten and read it with
 * tesseract.js. `languages` are Tesseract's names.
 */
export type OcrJob =
  | ({ kind: 'straighten' } & ReadingWay)
  | ({ kind: 'read'; languages: readonly string[] } & ReadingWay);

/** `letters`: what the letters of a band show of how it lies. */
export type OcrOutcome =
  | { state: 'straight'; turn: PageTurn; letters: LetterTurn }
  | { state: 'read'; turn: PageTurn; letters: LetterTurn; tsv: string };
