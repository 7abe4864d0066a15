import type { Logger } from 'pino';
import { mayBeDocument } from '#domain/material-rules.ts';
import { materialKinds } from '#domain/material.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import type { TextService } from '#server/text/text-service.ts';
import type { DocumentText, Texts } from '#server/text-store/texts.ts';
import { createDigestQueue } from './digest-queue.ts';

/** Notices when the first page of a staged file was read, or never will be. The rows are the queue. */
export interface FirstPages {
  /** Looks at the files with these bytes. Returns at once. */
  note(sha256: string): void;
  /** The same, after these bytes were compared with other files, or could not be. */
  noteCompared(sha256: string): void;
  /** Looks at all files that are being read. */
  catchUp(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Rows that are looked at once more by the timer: events may be missed, as when recognition ends. */
const lookedAgain = 200;
const lookAgainMs = 30_000;
/** Then the timer looks at it again. */
const maxTries = 3;

/**
 * Exam papers have no more pages. They are read to the end and compared with other files before they count as checked;
 * of longer files the first page is enough, since recognising all of a book takes an hour.
 */
const maxPagesAwaited = 8;

type Parts = {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'find' | 'readPage' | 'listFailedPages' | 'listWaitingPages'>;
  recognition: TextService['recognition'];
  /** Whether these bytes were compared with other files; those like them are stored then. */
  isCompared: (sha256: string) => Promise<boolean>;
  /** Stores the files like these bytes. */
  storeAlike: (sha256: string) => Promise<void>;
  /** False: nothing is read unless it is asked for. */
  readsTexts: boolean;
  /** Computes the derived values of those that are stale. */
  derive: (records: readonly StagedRecord[]) => Promise<void>;
  log: Logger;
};

export function createFirstPages(parts: Parts): FirstPages {
  const { staging } = parts.database;
  const outcomeOf = createOutcomes(parts);
  const state = { isClosed: false, lastLooked: 0 };

  async function lookAt(records: readonly StagedRecord[], isCompared: boolean): Promise<void> {
    for (const record of records) {
      if (state.isClosed) break;
      const outcome = record.state === 'reading' ? await outcomeOf(record, isCompared) : 'wait';
      if (outcome !== 'wait') await check(record.id, outcome.fault);
    }
  }

  /** Guesses once more, with the first page, before it counts as checked. What is told meanwhile makes it stale again. */
  async function check(id: string, fault: string | null): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      await staging.makeStale(id);
      await parts.derive(await staging.find([id]));
      if (await staging.setChecked(id, fault)) return;
    }
  }

  async function lookAgain(): Promise<number> {
    const records = await staging.listReading(state.lastLooked, lookedAgain);
    state.lastLooked = records.length < lookedAgain ? 0 : (records.at(-1)?.sequence ?? 0);
    await lookAt(records, false);
    return records.length;
  }

  const queue = createDigestQueue({
    async work(sha256, isCompared) {
      if (isCompared) await parts.storeAlike(sha256);
      await lookAt(await staging.findByDigest(sha256), isCompared);
    },
    log: parts.log,
  });
  // What fails now is looked at again.
  const timer = setInterval(() => void lookAgain().catch(() => undefined), lookAgainMs).unref();

  return {
    note: (sha256) => queue.add(sha256, false),
    noteCompared: (sha256) => queue.add(sha256, true),

    async catchUp() {
      state.lastLooked = 0;
      while (!state.isClosed && (await lookAgain()) === lookedAgain) continue;
    },

    idle: queue.idle,

    async close() {
      state.isClosed = true;
      clearInterval(timer);
      await queue.close();
    },
  };
}

/** Makes the function that says why a file cannot be read: null if it was read or has no text, 'wait' if that is not known yet. */
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
