import type { Logger } from 'pino';
import type { FileRecord } from '#server/database/database.ts';
import type { DocumentText } from '#server/text-store/texts.ts';
import { NotNow, type FileReader } from './file-reader.ts';
import type { Need, WaitingDocuments } from './waiting-documents.ts';

/** What is done with a document, e.g. reading some of its pages. */
export type Step = (document: DocumentText, file: FileRecord) => Promise<void>;

type Chosen = { document: DocumentText; need: Need };

/** Reads documents, one step at a time: first the own text of all of them, then page by page what must be recognised. */
export interface TextQueue {
  /** Looks for waiting documents, now and again when something waits that cannot be read yet. */
  wake(): void;
  /** Resolves once nothing can be done now. For tests. */
  idle(): Promise<void>;
  /** Ends after the step that is being done. */
  close(): Promise<void>;
}

/**
 * `pause`: after a full disk and the like, it is tried again so many milliseconds later. `lookAgainMs`: so often it looks for
 * what other processes left; null where there are none.
 */
export function createTextQueue(parts: {
  documents: WaitingDocuments;
  reader: Pick<FileReader, 'find'>;
  steps: Record<Need, Step>;
  /** Whether pages can be recognised now. */
  canRecognise: () => Promise<boolean>;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  pause: number;
  lookAgainMs: number | null;
}): TextQueue {
  const { documents, reader, steps, canRecognise, isDiskLow, log, pause, lookAgainMs } = parts;
  const state = { running: null as Promise<void> | null, isClosed: false, hasNews: false };
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
      if (!state.isClosed) log.warn({ err: error }, 'texts could not be read or stored; it is tried again in a minute');
      return false;
    });
    await documents.release();
    const wait = isDone ? lookAgainMs : pause;
    if (wait === null || state.isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(wake, wait).unref();
  }

  /** Returns whether nothing waits that could be tried again later. */
  async function work(): Promise<boolean> {
    while (!state.isClosed) {
      state.hasNews = false;
      if (await isDiskLow()) return false;
      const next = await choose();
      if (next === 'none') return !documents.hasPostponed();
      if (next === 'unrecognisable') return false;
      await doStep(next);
    }
    return true;
  }

  async function choose(): Promise<Chosen | 'none' | 'unrecognisable'> {
    const unread = await documents.choose('text');
    if (unread) return { document: unread, need: 'text' };
    const pictured = await documents.choose('ocr');
    if (!pictured) return 'none';
    // Asked last, because it starts the engine.
    return (await canRecognise()) ? { document: pictured, need: 'ocr' } : 'unrecognisable';
  }

  async function doStep({ document, need }: Chosen): Promise<void> {
    const file = await reader.find(document.sha256);
    // Its file was deleted; the sweep of derived files forgets its texts.
    if (!file) return documents.postpone(document.sha256);
    try {
      await steps[need](document, file);
      documents.settle(document.sha256);
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      if (!state.isClosed) log.warn({ reason: error.message, fileId: file.id }, 'a file cannot be read now');
      documents.postpone(document.sha256);
    }
  }

  return {
    wake,

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
