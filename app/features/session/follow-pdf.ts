import type { PhotographPdfAnswer } from '#contract/schemas/answer-types.ts';
import { isNetworkFailure, problemOf } from '#app/features/session/library-problem.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/session/library-problem.ts';

/** Reason why a PDF could not be made, as a sentence for the user, and the photograph that caused it, if one did. */
export class PhotographFailure extends Error {
  readonly fileId: string | null;

  constructor(message: string, fileId: string | null) {
    super(message);
    this.name = 'PhotographFailure';
    this.fileId = fileId;
  }
}

/** Polling interval. The server responds immediately; it takes a second or two for a page. */
const askAgainMs = 1000;
/** Maximum number of successive requests without a response before polling gives up. */
const maxLost = 20;

/**
 * Polls until a PDF is made. A server that was restarted no longer knows the PDF, so it is requested again. Rejects
 * with `PhotographFailure`, with the errors of `begin` and `look`, or with an `AbortError`.
 */
export async function followPdf({
  begin,
  look,
  signal,
  onProgress = () => undefined,
  wait = pause,
}: {
  /** Starts the PDF, or returns its progress. */
  begin: () => Promise<PhotographPdfAnswer>;
  look: () => Promise<PhotographPdfAnswer>;
  signal: AbortSignal;
  onProgress?: (progress: { step: 'waiting' | 'making'; done: number; total: number }) => void;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}): Promise<void> {
  let ask = begin;
  for (let lost = 0; ;) {
    signal.throwIfAborted();
    try {
      const { state, done, total, failure } = await ask();
      if (state === 'made') return;
      if (state === 'failed') {
        const message = failure ? serverWords(failure.message).text : words.pdfFailed;
        throw new PhotographFailure(message, failure?.fileId ?? null);
      }
      onProgress({ step: state, done, total });
      ask = look;
      lost = 0;
    } catch (error) {
      const code = problemOf(error)?.code ?? 0;
      const isGone = code === 404 && ask !== begin;
      if (!isGone && !isNetworkFailure(error) && code !== 503 && code !== 429) throw error;
      lost += 1;
      if (lost > maxLost) throw error;
      ask = begin;
    }
    await wait(askAgainMs, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal.removeEventListener('abort', stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}
