import type { PageTurn } from './page-turn.ts';

/**
 * What the worker process is asked: straighten a page and write it to its output, or straighten and read it with
 * tesseract.js. `isUpsideDown`: turned by a further 180 degrees. `languages` are Tesseract's names.
 */
export type OcrJob =
  { kind: 'straighten'; isUpsideDown: boolean } | { kind: 'read'; isUpsideDown: boolean; languages: readonly string[] };

export type OcrOutcome = { state: 'straight'; turn: PageTurn } | { state: 'read'; turn: PageTurn; tsv: string };
