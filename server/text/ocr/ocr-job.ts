import type { PageTurn } from './page-turn.ts';

/**
 * How a page is read. `isUpsideDown`: turned by a further 180 degrees. `part`: all of it, or only the lines in the middle
 * of its ink, to see whether they make sense. `layout`: Tesseract finds the columns and figures of the page, or takes all
 * of it for one block of text, so that nothing is left out as a figure.
 */
export type ReadingWay = { isUpsideDown: boolean; part: 'page' | 'band'; layout: 'columns' | 'block' };

/**
 * What the worker process is asked: straighten a page and write it to its output, or straighten and read it with
 * tesseract.js. `languages` are Tesseract's names.
 */
export type OcrJob =
  | ({ kind: 'straighten' } & ReadingWay)
  | ({ kind: 'read'; languages: readonly string[] } & ReadingWay);

export type OcrOutcome = { state: 'straight'; turn: PageTurn } | { state: 'read'; turn: PageTurn; tsv: string };
