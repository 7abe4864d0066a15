import type { Logger } from 'pino';
import type { TextSteps } from './text-steps.ts';
import type { WaitingDocuments } from './waiting-documents.ts';

/**
 * Extracts the text of documents, one step at a time: first the own text of all documents, then page by page the text
 * that must be recognised.
 */
export interface TextQueue {
  /** Checks for waiting documents now, and again later while some cannot be read yet. */
  wake(): void;
  /**
   * Returns the reason why nothing can be read now, in words for the administrator; null while something can be read.
   */
  trouble(): string | null;
  /** Resolves when nothing can be done now. For tests. */
  idle(): Promise<void>;
  /** Ends after the current step. */
  close(): Promise<void>;
}

/** Maximum pause between retries while this machine can't read anything, as a multiple of the first pause. */
const maxPauses = 16;

/**
 * Creates the queue. `pause` is the time in milliseconds until a retry, for example after a full disk. `lookAgainMs` is
 * the interval between checks for pages that other processes left; null if there are no other processes.
 */
export function createTextQueue(parts: {
  documents: Pick<WaitingDocuments, 'hasPostponed' | 'release'>;
  steps: TextSteps;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  pause: number;
  lookAgainMs: number | null;
}): TextQueue {
  const { documents, steps, isDiskLow, log, pause, lookAgainMs } = parts;
  const state = { running: null as Promise<void> | null, isClosed: false, hasNews: false, isDiskLow: false };
  /**
   * The reason why the last document could not be read, if the document did not cause it, and the pause that follows.
   */
  let trouble: { reason: string; pauses: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    state.hasNews = true;
    if (state.isClosed) return;
    clearTimeout(timer);
    state.running ??= run().finally(() => {
      state.running = null;
      if (state.hasNews) wake();
    });
  }

  async function run(): Promise<void> {
    const isDone = await work().catch((error: unknown) => {
      if (!state.isClosed) noteTrouble(error);
      return false;
    });
    await documents.release();
    const wait = isDone ? lookAgainMs : pause * (trouble?.pauses ?? 1);
    if (wait === null || state.isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(wake, wait).unref();
  }

  function noteTrouble(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    trouble = { reason, pauses: Math.min((trouble?.pauses ?? 0.5) * 2, maxPauses) };
    log.warn({ err: error, pauses: trouble.pauses }, 'texts could not be read or stored; retrying later');
  }

  /** Works on the queue. Returns true if nothing waits that could be retried later. */
  async function work(): Promise<boolean> {
    while (!state.isClosed) {
      state.hasNews = false;
      state.isDiskLow = await isDiskLow();
      if (state.isDiskLow) return false;
      // Checked before choosing: a pause that ends in between must not be the last one.
      const isAnyPostponed = documents.hasPostponed();
      const next = await steps.choose();
      if (typeof next === 'string') {
        if (!isAnyPostponed) trouble = null;
        return next === 'none' && !isAnyPostponed;
      }
      if (await steps.do(next)) trouble = null;
    }
    return true;
  }

  return {
    wake,
    trouble: () => (state.isDiskLow ? 'the disk is nearly full' : (trouble?.reason ?? null)),

    async idle() {
      while (state.running) await state.running;
    },

    async close() {
      state.isClosed = true;
      clearTimeout(timer);
      await state.running;
    },
  };
}
