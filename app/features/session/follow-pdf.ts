import type { PhotographPdfAnswer } from '#contract/additions.ts';
import { isNetworkFailure, problemOf } from '#app/features/session/library-problem.ts';

/** Why no PDF was made, in a sentence for the person, and the photograph that is to blame, if one is. */
export class PhotographFailure extends Error {
  readonly fileId: string | null;

  constructor(message: string, fileId: string | null) {
    super(message);
    this.name = 'PhotographFailure';
    this.fileId = fileId;
  }
}

/** Answers come at once; a page takes a second or two. */
const askAgainMs = 1000;
/** Requests in a row that may have no answer before it gives up. */
const maxLost = 20;

/**
 * Asks until a PDF is made. A server that was started again knows nothing of it, and is asked to make it again. Rejects with
 * `PhotographFailure`, with what `begin` and `look` reject with, or with an `AbortError`.
 */
export async function followPdf({
  begin,
  look,
  signal,
  onProgress = () => undefined,
  wait = pause,
}: {
  /** Starts the PDF, or tells how far it is. */
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
      if (state === 'failed')
        throw new PhotographFailure(failure?.message ?? 'The PDF could not be made.', failure?.fileId ?? null);
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
