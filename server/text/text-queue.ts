import type { Logger } from 'pino';
import type { FileRecord } from '#server/database/database.ts';
import type { DocumentText } from '#server/text-store/texts.ts';
import { readFault } from '#server/faults/read-fault.ts';
import { ReadingUnavailable, type FileReader } from './file-reader.ts';
import type { PageFailures } from './page-failures.ts';
import type { Recognition } from './recognition.ts';
import type { Need, WaitingDocuments } from './waiting-documents.ts';

/** What is done with a document, e.g. reading some of its pages. */
export type Step = (document: DocumentText, file: FileRecord) => Promise<void>;

type Chosen = { document: DocumentText; need: Need };

/** Reads documents, one step at a time: first the own text of all of them, then page by page what must be recognised. */
export interface TextQueue {
  /** Looks for waiting documents, now and again when something waits that cannot be read yet. */
  wake(): void;
  /** Why nothing can be read now, in words for the administrator; null while something can. */
  trouble(): string | null;
  /** Resolves once nothing can be done now. For tests. */
  idle(): Promise<void>;
  /** Ends after the step that is being done. */
  close(): Promise<void>;
}

/** While this machine cannot read anything, it is tried again after growing pauses, up to so many times the first one. */
const maxPauses = 16;

/**
 * `pause`: after a full disk and the like, it is tried again so many milliseconds later. `lookAgainMs`: so often it looks for
 * what other processes left; null where there are none.
 */
export function createTextQueue(parts: {
  documents: WaitingDocuments;
  reader: Pick<FileReader, 'find'>;
  steps: Record<Need, Step>;
  failures: Pick<PageFailures, 'postpone'>;
  recognition: Pick<Recognition, 'isReady' | 'suspend'>;
  isDiskLow: () => Promise<boolean>;
  /** Called after a document could not be read. */
  announce: (sha256: string) => void;
  log: Logger;
  pause: number;
  lookAgainMs: number | null;
}): TextQueue {
  const { documents, reader, steps, failures, recognition, isDiskLow, announce, log, pause, lookAgainMs } = parts;
  const state = { running: null as Promise<void> | null, isClosed: false, hasNews: false, isDiskLow: false };
  /** Why the last document could not be read, if that was not its fault, and the pause that follows. */
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
    log.warn({ err: error, pauses: trouble.pauses }, 'texts could not be read or stored; it is tried again later');
  }

  /** Returns whether nothing waits that could be tried again later. */
  async function work(): Promise<boolean> {
    while (!state.isClosed) {
      state.hasNews = false;
      state.isDiskLow = await isDiskLow();
      if (state.isDiskLow) return false;
      // Before it is chosen: a pause that ends in between must not be the last one.
      const isAnyPostponed = documents.hasPostponed();
      const next = await choose();
      if (typeof next !== 'string') {
        await doStep(next);
        continue;
      }
      if (!isAnyPostponed) trouble = null;
      return next === 'none' && !isAnyPostponed;
    }
    return true;
  }

  async function choose(): Promise<Chosen | 'none' | 'unrecognisable'> {
    const unread = await documents.choose('text');
    if (unread) return { document: unread, need: 'text' };
    const pictured = await documents.choose('ocr');
    if (!pictured) return 'none';
    // Asked last, because it starts the engine.
    return (await recognition.isReady()) ? { document: pictured, need: 'ocr' } : 'unrecognisable';
  }

  async function doStep({ document, need }: Chosen): Promise<void> {
    const file = await reader.find(document.sha256);
    // Its file was deleted; the sweep of derived files forgets its texts.
    if (!file) return documents.postpone(document.sha256);
    try {
      await steps[need](document, file);
      documents.settle(document.sha256);
      trouble = null;
    } catch (error) {
      if (state.isClosed) return;
      // So that another document is tried first when it goes on.
      documents.postpone(document.sha256);
      if (readFault(error) !== null) throw error;
      if (error instanceof ReadingUnavailable) {
        if (need === 'text') throw error;
        recognition.suspend(error.message);
        return;
      }
      await failures.postpone(document.sha256, need, error);
      announce(document.sha256);
    }
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
