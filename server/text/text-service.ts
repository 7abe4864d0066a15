import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database, FileRecord } from '#server/database/database.ts';
import { memoizeSuccess } from '#server/memoize-success.ts';
import { createWorkerProcess, type WorkerLimits } from '#server/pictures/worker-process.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { PageCounts, Texts } from '#server/text-store/texts.ts';
import { createFileReader, hasText, isHtml } from './file-reader.ts';
import type { OcrEngine } from './ocr/ocr-engine.ts';
import { createReadSteps, textRecipe } from './read-steps.ts';
import type { TextJob, TextOutcome } from './text-job.ts';
import { maxPages, textWorkerLimits } from './text-limits.ts';
import { createTextQueue } from './text-queue.ts';

/** Whether pages without text can be recognised; `unavailable` where no engine could be started. */
export type Recognition = 'on' | 'off' | 'unavailable';

/**
 * Reads what files say, page by page, in the background: texts and progress are in the store, so a reading that was
 * stopped or killed goes on where it was (docs/decisions/0029-texts-are-kept-by-digest.md).
 */
export interface TextService {
  /** Lets a new file be read before the others. Returns at once. */
  prepare(file: FileRecord): void;
  /** Lets all stored files be read that were not, and begins reading. Called at start. */
  catchUp(): Promise<void>;
  /** Lets the failed pages of a file wait again. Returns how many there were. */
  retry(sha256: string): Promise<number>;
  /** Pages of all files by state. Those that are being read do not wait. */
  count(): Promise<PageCounts & { reading: number }>;
  recognition(): Recognition;
  /** Calls `listener` whenever pages of a file were read, or failed. Returns a function that removes it. */
  onRead(listener: (sha256: string) => void): () => void;
  /** Deletes the texts of a file with those bytes. */
  forget(sha256: string): Promise<void>;
  /** The SHA-256 of every file with texts. */
  digests(): Promise<string[]>;
  /** Resolves once nothing can be read now. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** An engine that could not be started is tried again so much later: somebody may have installed it. */
const engineRetryMs = 10 * 60_000;

export function createTextService(parts: {
  texts: Texts;
  database: Pick<Database, 'files'>;
  storage: Storage;
  /** Where its processes get folders of their own. What an earlier server left there is deleted at start. */
  scratch: string;
  /** Starts the engine of recognition; null switches recognition off, and pages without text wait. */
  openEngine: ((scratch: string) => Promise<OcrEngine>) | null;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  limits?: WorkerLimits;
  /** How long it waits after a full disk and the like. */
  pause?: number;
}): TextService {
  const { texts, database, storage, scratch, openEngine, isDiskLow, log, limits = textWorkerLimits } = parts;
  const stopping = new AbortController();
  const listeners = new Set<(sha256: string) => void>();
  let pagesInWork = 0;
  let unavailableUntil = 0;
  let opened: OcrEngine | null = null;

  const clean = memoizeSuccess(() => rm(scratch, { recursive: true, force: true }));
  const worker = createWorkerProcess<TextJob, TextOutcome>({
    program: new URL('./worker.ts', import.meta.url),
    scratch: path.join(scratch, 'reading'),
    log,
    limits,
  });
  const engine = memoizeSuccess(async () => {
    if (!openEngine) throw new Error('recognition is off');
    opened = await openEngine(path.join(scratch, 'recognition'));
    log.info({ engine: opened.name }, 'pages without text are recognised');
    return opened;
  });

  async function canRecognise(): Promise<boolean> {
    if (!openEngine || performance.now() < unavailableUntil) return false;
    try {
      await engine();
      unavailableUntil = 0;
      return true;
    } catch (error) {
      unavailableUntil = performance.now() + engineRetryMs;
      if (!stopping.signal.aborted) log.warn({ err: error }, 'no engine can recognise text; pages without text wait');
      return false;
    }
  }

  function announce(sha256: string): void {
    for (const listener of listeners) {
      try {
        listener(sha256);
      } catch (error) {
        log.error({ err: error }, 'a listener to texts failed');
      }
    }
  }

  const reader = createFileReader({ database, storage, worker });
  const steps = createReadSteps({
    texts,
    reader,
    engine,
    log,
    signal: stopping.signal,
    announce,
    note(pages) {
      pagesInWork = pages;
    },
  });
  const queue = createTextQueue({
    texts,
    reader,
    steps,
    canRecognise,
    isDiskLow,
    log,
    ...(parts.pause !== undefined && { pause: parts.pause }),
  });

  /** Lets the pages of a file wait, unless they do already or were read. */
  async function begin(file: FileRecord): Promise<void> {
    if (!file.isFinished || !hasText(file)) return;
    const { sha256 } = file;
    if ((await texts.find(sha256))?.recipe === textRecipe) return;
    // Pages that could not be counted at upload are counted when the file is read.
    const pageCount = isHtml(file) ? 1 : Math.max(1, file.pageCount ?? 1);
    const readPages = Math.min(pageCount, maxPages);
    await texts.begin({ sha256, pageCount: readPages, recipe: textRecipe, skippedPages: pageCount - readPages });
  }

  async function catchUp(): Promise<void> {
    await clean();
    for await (const { fileId } of storage.list()) {
      if (stopping.signal.aborted) return;
      const file = await database.files.find(fileId);
      if (file) await begin(file);
    }
    queue.start();
  }
  let preparing: Promise<void> = Promise.resolve();

  return {
    prepare(file) {
      if (!hasText(file)) return;
      preparing = preparing.then(async () => {
        try {
          await clean();
          await begin(file);
          queue.start();
          queue.hurry(file.sha256);
        } catch (error) {
          if (!stopping.signal.aborted)
            log.warn({ err: error, fileId: file.id }, 'a file could not be queued for reading');
        }
      });
    },

    catchUp() {
      preparing = preparing.then(catchUp);
      const done = preparing;
      preparing = done.catch(() => undefined);
      return done;
    },

    async retry(sha256) {
      const retried = await texts.retry(sha256);
      if (retried > 0) {
        queue.start();
        queue.hurry(sha256);
      }
      return retried;
    },

    async count() {
      const counts = await texts.count();
      const reading = Math.min(pagesInWork, counts.waiting);
      return { ...counts, waiting: counts.waiting - reading, reading };
    },

    recognition() {
      if (!openEngine) return 'off';
      return unavailableUntil === 0 ? 'on' : 'unavailable';
    },

    onRead(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    forget: (sha256) => texts.forget(sha256),
    digests: () => texts.digests(),

    async idle() {
      await preparing;
      await queue.idle();
    },

    async close() {
      stopping.abort();
      const closed = queue.close();
      await Promise.all([worker.close(), closed, preparing]);
      await opened?.close();
    },
  };
}
