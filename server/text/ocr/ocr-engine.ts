import type { RecognisedLine } from '#server/text-store/texts.ts';

/** An engine of optical character recognition. */
export interface OcrEngine {
  readonly name: string;
  /** `picture` is the path of a grey PNG of the page as it is shown. Rejects with `OcrFailed`. */
  recognise(picture: string, signal: AbortSignal): Promise<RecognisedPage>;
  close(): Promise<void>;
}

export type RecognisedPage = { lines: RecognisedLine[]; confidence: number };

export class OcrFailed extends Error {
  override readonly cause: 'time' | 'memory' | 'crash' | 'unavailable';

  constructor(cause: OcrFailed['cause'], message: string) {
    super(message);
    this.name = 'OcrFailed';
    this.cause = cause;
  }
}
