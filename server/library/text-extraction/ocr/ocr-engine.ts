import type { RecognisedLine, RecognisedWord } from '#server/engines/text-store/texts.ts';
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

/** Recognises the text of scanned pages. Every engine passes `ocr-engine.suite.ts`. */
export interface OcrEngine {
  /**
   * Recognises a page. `picture` is the path of a grey PNG of the page as shown, at about 300 dpi. Runs calls one after
   * the other. Rejects with `OcrFailed`, or with the reason of `signal` if aborted.
   */
  recognise(picture: string, signal: AbortSignal): Promise<RecognisedPage>;
  /**
   * Returns the clockwise rotation of a page's text in degrees, judged by some of its lines: 0 unless another direction
   * is clearly right. Much faster than recognising the whole page. Rejects with the same errors as `recognise`.
   */
  findTurn(picture: string, signal: AbortSignal): Promise<RecognisedWord['turn']>;
  close(): Promise<void>;
  /** Name of the engine, for the log and the administrator. */
  readonly name: string;
}

/** Lines in reading order. `confidence` is the mean of the words, weighted by their length, from 0 to 100; 0 without words. */
export type RecognisedPage = { lines: RecognisedLine[]; confidence: number };

/**
 * A page that could not be recognised. `unavailable` is true if the page did not cause the failure; then other pages
 * may be recognisable later.
 */
export class OcrFailed extends Error {
  override readonly cause: 'time' | 'memory' | 'crash' | 'unavailable';

  constructor(cause: OcrFailed['cause'], reason: string) {
    super(reason);
    this.name = 'OcrFailed';
    this.cause = cause;
  }
}
