import { pino } from 'pino';
import { openTransfer } from '#server/database/open-database.ts';
import { mayWrite, readClosedMark, closedSetting } from '#server/database/closed-library.ts';
import { usualPatience, type Patience } from '#server/database/postgres/patience.ts';
import { movedTables } from '#server/database/transfer/moved-tables.ts';
import type { RecordsTransfer } from '#server/database/transfer/transfer.ts';
import { describeFilesPlace } from '#server/storage/open-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { openTexts } from '#server/text-store/open-texts.ts';
import { createClosing, findLibraryId, type Closing } from './close-library.ts';
import { copyFiles, copyParts, type FileCounts } from './copy-files.ts';
import { copyRecords, type TableReport } from './copy-records.ts';
import { copyTexts } from './copy-texts.ts';
import { openJournal, type Journal } from './journal.ts';
import { listChunks, listFinished } from './list-files.ts';
import { claimFolder, openArrivingFiles, openArrivingRecords, openFiles, type Arrival } from './open-sides.ts';
import { reopenLater, type Reopening } from './reopen-later.ts';
import { compare, describePlace, MoveProblem, type Moved, type Place } from './place.ts';

export type MoveReport = {
  moved: Moved;
  /** Null where files stay. Those of all passes together. */
  files: FileCounts | null;
  /** Parts of uploads that had not ended. */
  parts: number;
  tables: TableReport[];
  texts: { documents: number; copied: number } | null;
  /** For how long nothing could be written, in milliseconds; null if only the first pass was made. */
  closedMs: number | null;
};

/** What a move tells while it runs. */
export type MoveEvents = {
  /** A new step begins, in words for the operator. */
  step(words: string): void;
  /** In the pass over files: how far it is. */
  file(counts: FileCounts): void;
  table(table: TableReport): void;
};

export type MoveOptions = {
  events: MoveEvents;
  signal: AbortSignal;
  /** Only the first pass, which closes nothing. */
  isPreparing?: boolean;
  /** How long PostgreSQL is waited for; as usual by default. */
  patience?: Patience;
  /** As of `reopenLater`. */
  reopening?: Reopening;
  now?: () => number;
};

type Parts = {
  from: Place;
  to: Place;
  moved: Moved;
  records: RecordsTransfer;
  arrival: Arrival | null;
  files: { from: Storage; to: Storage; finish(): Promise<void> } | null;
  journal: Journal;
};

/**
 * Moves a library to another database, another store of files, or both, while its servers go on. The first pass copies files
 * and texts while the library is used as always. Then it is closed for writing, which its servers answer with 503, until the
 * rest has arrived and was compared. A move that failed or was stopped opens the library again; the same call goes on with
 * what is there. After a move that was killed the library stays closed until the next call or `reopenLibrary`. Throws
 * MoveProblem, or another Error whose one line says what to do.
 */
export async function moveLibrary(from: Place, to: Place, options: MoveOptions): Promise<MoveReport> {
  const { now = Date.now, patience } = options;
  const moved = compare(from, to);
  await using opened = new AsyncDisposableStack();
  const records = await openTransfer({ dataDir: from.dataDir, address: from.database, isNew: false, patience });
  opened.use(records);
  await requireMovable(records, from);
  const journal = opened.use(openJournal(from.dataDir, describePlace(to)));
  await claimFolder(from, to, opened);
  const libraryId = await findLibraryId(records);
  const arrival = moved.records ? await openArrivingRecords(to, { libraryId, opened, patience }) : null;
  const files = moved.files ? await openBothFiles(from, to, { libraryId, opened }) : null;
  const parts = { from, to, moved, records, arrival, files, journal };
  const report: MoveReport = { moved, files: null, parts: 0, tables: [], texts: null, closedMs: null };

  await copyMuch(parts, report, options);
  if (options.isPreparing) return report;
  const closing = await createClosing(records, { from, to, moved, now });
  try {
    await finishMove(parts, { report, closing, options });
  } catch (error) {
    if (closing.isClosed())
      await reopenLater(closing, { cause: error, say: options.events.step, ...options.reopening });
    throw error;
  }
  // The old place was left first: both are never open at once. If this is cut, the same call completes it: the new place
  // knows its files until its records are open.
  await arrival?.finish();
  await files?.finish();
  return report;
}

/** A library that was moved away is moved again only if that had not ended; then its new place knows. */
async function requireMovable(records: RecordsTransfer, from: Place): Promise<void> {
  const stored = await records.findSetting(closedSetting);
  const mark = readClosedMark(stored);
  if (mark === null || mayWrite(stored, describeFilesPlace(from.store)) || mark.state === 'moving') return;
  if (mark.filesAfter === null) return;
  throw new MoveProblem(
    `the files of this library were moved to ${mark.to} already; set STORAGE_URL to that. To begin again with those here: npm run move -- --reopen`,
  );
}

async function openBothFiles(
  from: Place,
  to: Place,
  { libraryId, opened }: { libraryId: string; opened: AsyncDisposableStack },
): Promise<Parts['files']> {
  const { storage, finish } = await openArrivingFiles(to, libraryId, opened);
  return { from: await openFiles(from, opened), to: storage, finish };
}

/** What can be copied while the library is used, and what is new since: files and texts. */
async function copyMuch(
  { from, to, moved, records, files, journal }: Parts,
  report: MoveReport,
  { events, signal, patience = usualPatience }: MoveOptions,
): Promise<void> {
  if (files) {
    events.step(report.files ? 'the files that came since' : 'the files, while the library is used as always');
    const counts = await copyFiles({ files: listFinished(records), ...files, journal, see: events.file, signal });
    const before = report.files ?? { copied: 0, copiedBytes: 0 };
    report.files = {
      ...counts,
      copied: counts.copied + before.copied,
      copiedBytes: counts.copiedBytes + before.copiedBytes,
    };
  }
  if (!moved.texts) return;
  events.step('what files say');
  const log = pino({ level: 'warn' }, pino.destination(2));
  const open = (place: Place) => openTexts({ ...place, log, patienceMs: patience.answerMs });
  const [old, young] = [await open(from), await open(to)];
  try {
    const { documents, copied } = await copyTexts(old, young, signal);
    report.texts = { documents, copied: copied + (report.texts?.copied ?? 0) };
  } finally {
    await Promise.all([old.close(), young.close()]);
  }
}

/** Everything from the closing of the library. */
async function finishMove(
  parts: Parts,
  { report, closing, options }: { report: MoveReport; closing: Closing; options: MoveOptions },
): Promise<void> {
  const { records, arrival, files } = parts;
  const { events, signal, now = Date.now } = options;
  signal.throwIfAborted();
  events.step('the library is closed for writing; reading goes on');
  const began = now();
  await closing.close();
  await copyMuch(parts, report, options);
  if (files) report.parts = await copyParts(listChunks(records), { ...files, signal });
  if (arrival) {
    events.step(`the records, ${movedTables.length} tables`);
    const copy = () => copyRecords({ from: records, to: arrival.records, see: events.table, signal });
    report.tables = await records.inSnapshot(copy);
  }
  signal.throwIfAborted();
  await closing.leave();
  report.closedMs = now() - began;
}
