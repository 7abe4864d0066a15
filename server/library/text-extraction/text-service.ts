import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import { recordsAtOnce } from '#server/engines/database/records/files/file-batches.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { DerivedPlace } from '#server/library/pictures/derived-files.ts';
import { createWorkerProcess, type OpenWorker, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { PageCounts, Texts } from '#server/engines/text-store/texts.ts';
import { createDocumentBeginnings, listDocuments } from './begin-documents.ts';
import { createDocumentSamples } from './document-samples.ts';
import { createFileReader, hasText } from './file-reader.ts';
import { followTexts } from './follow-texts.ts';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { createJudgeAgain } from './judge-again.ts';
import { createPageFailures } from './page-failures.ts';
import { createReadOwnText } from './read-own-text.ts';
import { createRecognisePage } from './recognise-pages.ts';
import { createRecognition, type Recognition, type RecognitionState } from './recognition.ts';
import type { TextJob, TextOutcome } from './text-job.ts';
import * as textLimits from './text-limits.ts';
import { createTextQueue, type TextQueue } from './text-queue.ts';
import { createTextSteps } from './text-steps.ts';
import { createWaitingDocuments, type WaitingDocuments } from './waiting-documents.ts';

/**
 * Reads the text of files, page by page, in the background: texts and progress are in the store, so extraction that was
 * stopped or killed resumes where it was (docs/decisions/0029-texts-are-kept-by-digest.md).
 */
export interface TextService {
  /** Queues a new file ahead of all others. Returns immediately. */
  prepare(file: FileRecord): void;
  /** Resumes waiting documents. Called at start. */
  resume(): Promise<void>;
  /**
   * Queues all files whose text was not extracted, and resumes waiting ones. Called at start and at intervals; of
   * several nodes, only one does this, because they share the texts. `signal` stops it early.
   */
  catchUp(signal?: AbortSignal): Promise<void>;
  /** Queues the failed pages of a file again, and retries postponed ones immediately. Returns their number. */
  retry(sha256: string): Promise<number>;
  /** Queues the failed pages of all files again, and retries postponed ones. Returns their number. */
  retryAll(): Promise<number>;
  /**
   * Returns the number of pages of all files by state, including those that other processes read. Pages that this
   * process is reading do not count as waiting.
   */
  count(): Promise<PageCounts & { reading: number }>;
  /** Returns the number of waiting pages that could not be read so far. */
  countPostponed(): Promise<number>;
  recognition(): RecognitionState;
  /**
   * Returns the reason why no file, or no page without text, can be read now, in words for the administrator; null
   * while both can be read.
   */
  trouble(): string | null;
  /**
   * Calls `listener` whenever pages of a file were read or failed; with a delay if another process read them. Returns a
   * function that removes the listener.
   */
  onRead(listener: (sha256: string) => void): () => void;
  /** Deletes the texts of a file with these bytes. */
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file with texts, on this machine or in the database of all nodes. */
  digests(place: DerivedPlace): AsyncIterable<string>;
  /** Resolves when nothing can be read now. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

type Parts = {
  texts: Texts;
  database: Pick<Database, 'files'>;
  storage: Storage;
  /**
   * Folder in which each process of the service gets its own folder. The remains of an earlier server in it are deleted
   * first.
   */
  scratch: string;
  /** Starts the engine of recognition; null switches recognition off, and pages without text wait. */
  openEngine: ((scratch: string) => Promise<OcrEngine>) | null;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  limits?: WorkerLimits;
  openWorker?: OpenWorker | undefined;
  /** Maximum number of pages that are read of a file. */
  maxPages?: number;
  /** Pause after a full disk and the like. */
  pause?: number;
  /** Interval between checks for pages that other processes left or read, if there are other processes. */
  lookAgainMs?: number;
};

const pauseMs = 60_000;
/** Number of pauses after which unavailable recognition is retried: it may have been repaired. */
const recognitionPauses = 10;
/** Delay until pages that another node left are found; a minute more if that node was killed. */
const usualLookAgainMs = 10_000;

export function createTextService(parts: Parts): TextService {
  const { texts, scratch, openEngine, log, maxPages = textLimits.maxPages } = parts;
  const stopping = new AbortController();
  const readers = createListeners(log);
  const open = openEngine && (() => openEngine(path.join(scratch, 'recognition')));
  const recognition = createRecognition({ open, log, retryMs: (parts.pause ?? pauseMs) * recognitionPauses });
  const pages = { inWork: 0 };
  const { worker, queue, documents } = createReading(parts, {
    stopping,
    recognition,
    pages,
    announce: readers.announce,
  });
  const beginnings = createDocumentBeginnings({ texts, files: parts.database.files, maxPages });
  const following = follow(parts, readers.announce);
  const clean = memoizeSuccess(() => rm(scratch, { recursive: true, force: true }));
  /** Ends when the files queued so far are begun; they are begun one after the other. */
  let beginning: Promise<void> = Promise.resolve();
  let catchingUp: Promise<void> = Promise.resolve();

  function hurry(sha256: string): void {
    documents.hurry(sha256);
    queue.wake();
  }

  async function resume(): Promise<void> {
    await clean();
    queue.wake();
  }

  async function beginMissing(signal: AbortSignal): Promise<void> {
    await clean();
    await beginnings.beginMissing(signal);
    queue.wake();
  }

  async function beginNew(file: FileRecord): Promise<void> {
    try {
      await clean();
      if (file.isFinished) await beginnings.begin(file);
      // The same bytes may have failed before because they were missing.
      if (((await texts.find(file.sha256))?.failed ?? 0) > 0) await texts.retry(file.sha256);
      hurry(file.sha256);
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, fileId: file.id }, 'a file could not be queued for reading');
    }
  }

  return {
    prepare(file) {
      if (hasText(file)) beginning = beginning.then(() => beginNew(file));
    },

    resume,

    async catchUp(signal) {
      // Not in the queue of new files, which would wait for all existing ones.
      const done = beginMissing(signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal);
      catchingUp = done.catch(() => undefined);
      await done;
    },

    ...createRetrying({ texts, recognition, documents, queue, signal: stopping.signal }),

    async count() {
      const counts = await texts.count();
      const reading = Math.min(pages.inWork, counts.waiting);
      return { ...counts, waiting: counts.waiting - reading, reading };
    },

    countPostponed: () => texts.countPostponed(),
    recognition: recognition.state,
    trouble: () => queue.trouble() ?? recognition.trouble(),
    onRead: readers.add,
    forget: (sha256) => texts.forget(sha256),
    digests: (place) => ((texts.shared === null) === (place === 'here') ? listDocuments(texts) : none()),

    async idle() {
      await Promise.all([beginning, catchingUp]);
      await queue.idle();
    },

    async close() {
      stopping.abort();
      await Promise.all([queue.close(), worker.close(), beginning, catchingUp, following?.close()]);
      await recognition.close();
    },
  };
}

async function* none(): AsyncGenerator<string> {}

/** Creates the retries of failed and postponed pages. */
function createRetrying(parts: {
  texts: Texts;
  recognition: Pick<Recognition, 'retry'>;
  documents: Pick<WaitingDocuments, 'hurry' | 'settleAll'>;
  queue: Pick<TextQueue, 'wake'>;
  signal: AbortSignal;
}): Pick<TextService, 'retry' | 'retryAll'> {
  const { texts, recognition, documents, queue, signal } = parts;
  return {
    async retry(sha256) {
      recognition.retry();
      const retried = await texts.retry(sha256);
      if (retried > 0) documents.hurry(sha256);
      queue.wake();
      return retried;
    },

    async retryAll() {
      recognition.retry();
      let retried = 0;
      for (const sha256 of await listUnreadable(texts)) {
        if (signal.aborted) break;
        retried += await texts.retry(sha256);
      }
      documents.settleAll();
      queue.wake();
      return retried;
    },
  };
}

/**
 * Returns every document with pages that failed or were postponed, as one list, because retrying removes documents from
 * the stored lists.
 */
async function listUnreadable(texts: Pick<Texts, 'listFailed' | 'listPostponed'>): Promise<Set<string>> {
  const found = new Set<string>();
  for (const list of [texts.listFailed, texts.listPostponed])
    for (let offset = 0; ; offset += recordsAtOnce) {
      const { documents } = await list({ limit: recordsAtOnce, offset });
      for (const { sha256 } of documents) found.add(sha256);
      if (documents.length < recordsAtOnce) break;
    }
  return found;
}

/** Announces the texts that other processes extract, if there are other processes. */
function follow({ texts, lookAgainMs = usualLookAgainMs, log }: Parts, announce: (sha256: string) => void) {
  return texts.shared && followTexts(texts.shared, { announce, everyMs: lookAgainMs, log });
}

/** Creates the process that reads files, and the queue that gives it work. */
function createReading(
  {
    texts,
    database,
    storage,
    scratch,
    isDiskLow,
    log,
    limits = textLimits.textWorkerLimits,
    maxPages = textLimits.maxPages,
    pause = pauseMs,
    lookAgainMs = usualLookAgainMs,
    openWorker = createWorkerProcess,
  }: Parts,
  {
    stopping,
    recognition,
    pages,
    announce,
  }: {
    stopping: AbortController;
    recognition: Recognition;
    pages: { inWork: number };
    announce: (sha256: string) => void;
  },
) {
  const worker = openWorker<TextJob, TextOutcome>({
    program: new URL('./text-worker.ts', import.meta.url),
    scratch: path.join(scratch, 'reading'),
    log,
    limits,
  });
  const reader = createFileReader({ database, storage, worker });
  const failures = createPageFailures({ texts, log });
  const note = (count: number) => {
    pages.inWork = count;
  };
  const step = { texts, files: database.files, reader, failures, log, announce, note };
  const documents = createWaitingDocuments({ texts, pause });
  const findSample = createDocumentSamples({ texts, reader, failures });
  const steps = createTextSteps({
    documents,
    reader,
    steps: {
      text: createReadOwnText({ ...step, maxPages, findSample }),
      ocr: createRecognisePage({ ...step, recognition, signal: stopping.signal }),
      judgement: createJudgeAgain({ ...step, findSample }),
    },
    failures,
    recognition,
    announce,
    signal: stopping.signal,
  });
  const queue = createTextQueue({
    documents,
    steps,
    isDiskLow,
    log,
    pause,
    lookAgainMs: texts.shared && lookAgainMs,
  });
  return { worker, queue, documents };
}

function createListeners(log: Logger): {
  add: TextService['onRead'];
  announce: (sha256: string) => void;
} {
  const listeners = new Set<(sha256: string) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(sha256) {
      for (const listener of listeners) {
        try {
          listener(sha256);
        } catch (error) {
          log.error({ err: error }, 'a listener to texts failed');
        }
      }
    },
  };
}
