import type { Logger } from 'pino';
import type { FileRecord } from '#server/database/database.ts';
import { NotNow, type FileReader } from './file-reader.ts';
import type { DocumentText, Texts } from '#server/text-store/texts.ts';

/** What is to be done next: read a document's own text, or recognise one of its pages. */
export type Step = (document: DocumentText, file: FileRecord) => Promise<void>;

/** Reads documents, one step at a time: first the own text of all of them, then page by page what must be recognised. */
export interface TextQueue {
  /** Something waits: a new file, or pages to be tried again. Its document comes before the others. */
  hurry(sha256: string): void;
  /** Looks for waiting documents, now and whenever something was hurried. */
  start(): void;
  /** Resolves once nothing can be done now. For tests. */
  idle(): Promise<void>;
  /** Ends after the step that is being done. */
  close(): Promise<void>;
}

/** Far more uploads than arrive while one file is read; the others are read in their order. */
const maxHurried = 1000;
/** After a full disk, a missing file or a missing engine, it is tried again so much later. */
const pauseMs = 60_000;

export function createTextQueue(parts: {
  texts: Texts;
  reader: Pick<FileReader, 'find'>;
  steps: { text: Step; ocr: Step };
  /** Whether pages can be recognised now. */
  canRecognise: () => Promise<boolean>;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  pause?: number;
}): TextQueue {
  const { texts, reader, steps, canRecognise, isDiskLow, log, pause = pauseMs } = parts;
  /** Newest last. */
  const hurried = new Set<string>();
  /** Documents that cannot be read for now, and until when. */
  const postponed = new Map<string, number>();
  let running: Promise<void> | null = null;
  let isStarted = false;
  let isClosed = false;
  let hasNews = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    hasNews = true;
    if (!isStarted || isClosed) return;
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = null;
      if (hasNews) wake();
    });
  }

  function wakeLater(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(wake, pause).unref();
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      hasNews = false;
      try {
        if (await isDiskLow()) return wakeLater();
        const next = await choose();
        if (!next) {
          if (postponed.size > 0) wakeLater();
          return;
        }
        await doStep(next);
      } catch (error) {
        if (isClosed) return;
        log.warn({ err: error }, 'texts could not be read or stored; it is tried again in a minute');
        return wakeLater();
      }
    }
  }

  async function doStep({ document, need }: { document: DocumentText; need: 'text' | 'ocr' }): Promise<void> {
    const { sha256 } = document;
    const file = await reader.find(sha256);
    // Its file was deleted; the sweep of derived files forgets its texts.
    if (!file) return postpone(sha256);
    try {
      await steps[need](document, file);
    } catch (error) {
      if (!(error instanceof NotNow) || isClosed) throw error;
      log.warn({ reason: error.message, fileId: file.id }, 'a file cannot be read now');
      postpone(sha256);
    }
  }

  function postpone(sha256: string): void {
    postponed.set(sha256, performance.now() + pause);
  }

  async function choose(): Promise<{ document: DocumentText; need: 'text' | 'ocr' } | null> {
    for (const [sha256, until] of postponed) if (until <= performance.now()) postponed.delete(sha256);
    for (const need of ['text', 'ocr'] as const) {
      if (need === 'ocr' && !(await canRecognise())) continue;
      const document = (await chooseHurried(need)) ?? (await chooseWaiting(need));
      if (document) return { document, need };
    }
    return null;
  }

  async function chooseHurried(need: 'text' | 'ocr'): Promise<DocumentText | null> {
    for (const sha256 of [...hurried].reverse()) {
      const document = await texts.find(sha256);
      if (!document || document.waiting === 0 || postponed.has(sha256)) hurried.delete(sha256);
      else if ((await texts.listWaitingPages(sha256, 1, need)).length > 0) return document;
    }
    return null;
  }

  async function chooseWaiting(need: 'text' | 'ocr'): Promise<DocumentText | null> {
    const waiting = await texts.listWaiting(postponed.size + 1, need);
    return waiting.find(({ sha256 }) => !postponed.has(sha256)) ?? null;
  }

  return {
    hurry(sha256) {
      postponed.delete(sha256);
      hurried.delete(sha256);
      hurried.add(sha256);
      const [oldest] = hurried;
      if (hurried.size > maxHurried && oldest !== undefined) hurried.delete(oldest);
      wake();
    },

    start() {
      isStarted = true;
      wake();
    },

    async idle() {
      while (running) await running;
    },

    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
