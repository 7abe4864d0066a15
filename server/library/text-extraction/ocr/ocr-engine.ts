import type { RecognisedLine, RecognisedWord } from '#server/engines/text-store/texts.ts';
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

/** Recognises the text of scanned pages. Every engine passes `ocr-engine.suite.ts`. */
export interface OcrEngine {
  /**
   * Recognises a page. `picture` is the path of a grey PNG of the page as shown, about 300 dpi. Calls run one after the
   * other. Rejects with `OcrFailed`, or with the reason of `signal` when it is aborted.
   */
  recognise(picture: string, signal: AbortSignal): Promise<RecognisedPage>;
  /**
   * Returns the degrees clockwise by which the text of a page is turned, by some of its lines: 0 unless another direction
   * is clearly right. Much faster than recognising the whole page. Rejects as `recognise` does.
   */
  findTurn(picture: string, signal: AbortSignal): Promise<RecognisedWord['turn']>;
  close(): Promise<void>;
  /** Name of the engine, for the log and the administrator. */
  readonly name: string;
}

/** Lines in reading order. `confidence` is the mean of the words, weighted by their length, from 0 to 100; 0 without words. */
export type RecognisedPage = { lines: RecognisedLine[]; confidence: number };

/** A page that could not be recognised. `unavailable` is not caused by the page; the others may be. */
export class OcrFailed extends Error {
  override readonly cause: 'time' | 'memory' | 'crash' | 'unavailable';

  constructor(cause: OcrFailed['cause'], reason: string) {
    super(reason);
    this.name = 'OcrFailed';
    this.cause = cause;
  }
}
