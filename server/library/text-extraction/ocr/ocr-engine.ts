import type { RecognisedLine, RecognisedWord } from '#server/engines/text-store/texts.ts';

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
