import type { Logger } from 'pino';
import { mayBeDocument } from '#domain/material-rules.ts';
import { materialKinds } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { DocumentText, Texts } from '#server/engines/text-store/texts.ts';
import type { TextService } from '#server/library/text-extraction/text-service.ts';

/** Runs work for one digest at a time. A pending digest is not added twice. */
interface DigestQueue {
  /** Returns immediately. If a pending digest is added again, `isCompared` is true if either was. */
  add(sha256: string, isCompared: boolean): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A failure is logged and ends only the work for that digest. The queue never holds more digests than there are staged files. */
function createDigestQueue({
  work,
  log,
}: {
  work: (sha256: string, isCompared: boolean) => Promise<void>;
  log: Logger;
}): DigestQueue {
  const waiting = new Map<string, boolean>();
  const state = { running: null as Promise<void> | null, isClosed: false };

  async function run(): Promise<void> {
    for (const [sha256, isCompared] of waiting) {
      if (state.isClosed) return;
      waiting.delete(sha256);
      try {
        await work(sha256, isCompared);
      } catch (error) {
        if (!state.isClosed) log.warn({ err: error, sha256 }, 'could not inspect a staged file');
      }
    }
  }

  function wake(): void {
    state.running ??= run().finally(() => {
      state.running = null;
      if (waiting.size > 0 && !state.isClosed) wake();
    });
  }

  return {
    add(sha256, isCompared) {
      if (state.isClosed) return;
      waiting.set(sha256, isCompared || waiting.get(sha256) === true);
      wake();
    },

    async idle() {
      while (state.running) await state.running;
    },

    async close() {
      state.isClosed = true;
      waiting.clear();
      await state.running;
    },
  };
}

/** Marks staged files as checked once their first page was read, or never will be. The rows are the queue. */
export interface FirstPages {
  /** Checks the files with these bytes in the background. Returns immediately. */
  note(sha256: string): void;
  /** Like `note`, after these bytes were compared with other files, or could not be. */
  noteCompared(sha256: string): void;
  /** Checks all files that are being read. */
  catchUp(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Rows per run of the timer. It checks again because events may be missed, e.g. when recognition ends. */
const rowsPerRun = 200;
const recheckMs = 30_000;
/** Attempts for one row; after that the timer checks it again. */
const maxTries = 3;

/**
 * Exam papers have no more pages than this. Such files count as checked once they were read to the end and compared with
 * other files. For longer files the first page is enough, since OCR of a whole book takes an hour.
 */
const maxPagesAwaited = 8;

type Parts = {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'find' | 'readPage' | 'listFailedPages' | 'listWaitingPages'>;
  recognition: TextService['recognition'];
  /** Resolves to true if these bytes were compared with other files; similar files are then stored. */
  isCompared: (sha256: string) => Promise<boolean>;
  /** Stores the files that are similar to these bytes. */
  storeAlike: (sha256: string) => Promise<void>;
  /** If false, text is extracted only on request. */
  readsTexts: boolean;
  /** Computes the derived values of stale rows. */
  derive: (records: readonly StagedRecord[]) => Promise<void>;
  log: Logger;
};

export function createFirstPages(parts: Parts): FirstPages {
  const { staging } = parts.database;
  const outcomeOf = createOutcomes(parts);
  const state = { isClosed: false, lastChecked: 0 };

  async function checkAll(records: readonly StagedRecord[], isCompared: boolean): Promise<void> {
    for (const record of records) {
      if (state.isClosed) break;
      const outcome = record.state === 'reading' ? await outcomeOf(record, isCompared) : 'wait';
      if (outcome !== 'wait') await check(record.id, outcome.fault);
    }
  }

  /** Guesses again, with the first page, before the row counts as checked. Values set by hand meanwhile make it stale again. */
  async function check(id: string, fault: string | null): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      await staging.makeStale(id);
      await parts.derive(await staging.find([id]));
      if (await staging.setChecked(id, fault)) return;
    }
  }

  async function recheck(): Promise<number> {
    const records = await staging.listReading(state.lastChecked, rowsPerRun);
    state.lastChecked = records.length < rowsPerRun ? 0 : (records.at(-1)?.sequence ?? 0);
    await checkAll(records, false);
    return records.length;
  }

  const queue = createDigestQueue({
    async work(sha256, isCompared) {
      if (isCompared) await parts.storeAlike(sha256);
      await checkAll(await staging.findByDigest(sha256), isCompared);
    },
    log: parts.log,
  });
  // The next run retries after a failure.
  const timer = setInterval(() => void recheck().catch(() => undefined), recheckMs).unref();

  return {
    note: (sha256) => queue.add(sha256, false),
    noteCompared: (sha256) => queue.add(sha256, true),

    async catchUp() {
      state.lastChecked = 0;
      while (!state.isClosed && (await recheck()) === rowsPerRun) continue;
    },

    idle: queue.idle,

    async close() {
      state.isClosed = true;
      clearInterval(timer);
      await queue.close();
    },
  };
}

/** Creates the function that returns why a file cannot be read: null if it was read or has no text, 'wait' if not known yet. */
function createOutcomes({ texts, recognition, isCompared, readsTexts }: Parts) {
  const nothing = { fault: null };

  async function afterFirstPage(document: DocumentText, wasCompared: boolean) {
    const { sha256, pageCount, skippedPages, waiting } = document;
    if (pageCount + skippedPages > maxPagesAwaited) return nothing;
    if (waiting > 0) {
      const [next] = await texts.listWaitingPages(sha256, 1, 'ocr');
      return next && recognition() !== 'on' ? nothing : 'wait';
    }
    return document.read === 0 || wasCompared || (await isCompared(sha256)) ? nothing : 'wait';
  }

  return async ({ sha256, file }: StagedRecord, wasCompared: boolean): Promise<'wait' | { fault: string | null }> => {
    const isDocument = materialKinds.some((kind) => mayBeDocument(kind, file?.mimeType ?? ''));
    if (!readsTexts || !isDocument || file?.warning) return nothing;
    const document = await texts.find(sha256);
    if (!document) return 'wait';
    if (await texts.readPage(sha256, 1)) return afterFirstPage(document, wasCompared);
    const [next] = await texts.listWaitingPages(sha256, 1);
    if (next?.page === 1) return next.for === 'ocr' && recognition() !== 'on' ? nothing : 'wait';
    const [failed] = await texts.listFailedPages(sha256, 1);
    return { fault: failed?.page === 1 ? `Its first page could not be read: ${failed.reason}.` : null };
  };
}
