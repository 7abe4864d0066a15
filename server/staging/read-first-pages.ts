import type { Logger } from 'pino';
import { mayBeDocument } from '#domain/material-rules.ts';
import { materialKinds } from '#domain/material.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import type { TextService } from '#server/text/text-service.ts';
import type { Texts } from '#server/text-store/texts.ts';

/** Notices when the first page of a staged file was read, or never will be. The rows are the queue. */
export interface FirstPages {
  /** Looks at the files with these bytes. Returns at once. */
  note(sha256: string): void;
  /** Looks at all files that are being read. */
  catchUp(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Rows that are looked at once more by the timer, one after the other: events may be missed, as when recognition ends. */
const lookedAgain = 200;
const lookAgainMs = 30_000;

export function createFirstPages(parts: {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'find' | 'readPage' | 'listFailedPages' | 'listWaitingPages'>;
  recognition: TextService['recognition'];
  /** False: nothing is read unless it is asked for. */
  readsTexts: boolean;
  /** Called when rows were checked. */
  onChecked: () => void;
  log: Logger;
}): FirstPages {
  const { database, texts, recognition, readsTexts, onChecked, log } = parts;
  const { staging } = database;
  const noted = new Set<string>();
  let running: Promise<void> | null = null;
  let isClosed = false;
  let lastLooked = 0;
  const timer = setInterval(() => void lookAgain().catch(() => undefined), lookAgainMs).unref();

  /** Why it cannot be read, null if it was read or has nothing to read, 'wait' if that is not known yet. */
  async function outcomeOf({ sha256, file }: StagedRecord): Promise<'wait' | { fault: string | null }> {
    const nothing = { fault: null };
    const isDocument = materialKinds.some((kind) => mayBeDocument(kind, file?.mimeType ?? ''));
    if (!readsTexts || !isDocument || file?.warning) return nothing;
    const document = await texts.find(sha256);
    if (!document) return 'wait';
    if (await texts.readPage(sha256, 1)) return nothing;
    const [next] = await texts.listWaitingPages(sha256, 1);
    if (next?.page === 1) return next.for === 'ocr' && recognition() !== 'on' ? nothing : 'wait';
    const [failed] = await texts.listFailedPages(sha256, 1);
    return { fault: failed?.page === 1 ? `Its first page could not be read: ${failed.reason}.` : null };
  }

  async function look(record: StagedRecord): Promise<boolean> {
    const outcome = await outcomeOf(record);
    if (outcome === 'wait') return false;
    await staging.setChecked(record.id, outcome.fault);
    return true;
  }

  async function lookAtAll(records: readonly StagedRecord[]): Promise<void> {
    let checked = 0;
    for (const record of records) {
      if (isClosed) break;
      if (record.state === 'reading' && (await look(record))) checked += 1;
    }
    if (checked > 0) onChecked();
  }

  async function run(): Promise<void> {
    for (const sha256 of noted) {
      if (isClosed) return;
      noted.delete(sha256);
      try {
        await lookAtAll(await staging.findByDigest(sha256));
      } catch (error) {
        // The timer looks at it again.
        if (!isClosed) log.warn({ err: error, sha256 }, 'a staged file could not be looked at');
      }
    }
  }

  function note(sha256: string): void {
    if (isClosed) return;
    noted.add(sha256);
    running ??= run().finally(() => {
      running = null;
      const [next] = noted;
      if (next !== undefined) note(next);
    });
  }

  async function lookAgain(): Promise<number> {
    const records = await staging.list({ filter: 'reading', after: lastLooked, limit: lookedAgain });
    lastLooked = records.length < lookedAgain ? 0 : (records.at(-1)?.sequence ?? 0);
    await lookAtAll(records);
    return records.length;
  }

  return {
    note,

    async catchUp() {
      lastLooked = 0;
      while (!isClosed && (await lookAgain()) === lookedAgain) continue;
    },

    async idle() {
      while (running) await running;
    },

    async close() {
      isClosed = true;
      clearInterval(timer);
      noted.clear();
      await running;
    },
  };
}
