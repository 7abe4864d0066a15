import type { Logger } from 'pino';
import type { Database } from '#server/engines/database/database.ts';
import { recordsAtOnce } from '#server/engines/database/records/files/file-batches.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { inBatches } from '#server/machinery/queues/in-batches.ts';
import type { UnrecordedBytes } from './unrecorded-bytes.ts';

/** Maximum failures that are logged individually: an unreachable store may fail for every file. */
const maxFailuresLogged = 20;

type Each = <Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>) => Promise<void>;

/**
 * Returns a function that does work for one item after the other. A failing item is logged and left to the next
 * sweep. The signal ends it early.
 */
export function createEach({ log, signal }: { log: Logger; signal: AbortSignal }): Each {
  let failures = 0;
  return async (items, work) => {
    for (const item of items) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        failures += 1;
        if (failures <= maxFailuresLogged) log.warn({ err: error, item }, 'a stored file could not be cleaned up');
        if (failures === maxFailuresLogged)
          log.warn('further files that cannot be cleaned up in this sweep are not listed');
      }
    }
  };
}

/** The results of a sweep of bytes, in numbers of files. */
export type SweptBytes = {
  /** Removed files whose bytes were removed. */
  removed: number;
  /** Bytes without a record that were moved aside. */
  strays: number;
  /** Bytes that were moved back because they have a record again. */
  returned: number;
  /** Remains of interrupted writes. */
  halfMade: number;
};

/** Maximum files of one kind named in the log. */
const maxLogged = 20;

export type SweepParts = {
  database: Database;
  storage: Storage;
  unrecorded: UnrecordedBytes;
  log: Logger;
  /** Ends the sweep early. */
  signal: AbortSignal;
  /**
   * If false, steps that list the whole store are left out: an object store lists a thousand at a time, and each
   * request costs.
   */
  isWhole?: boolean;
};

/**
 * The part of the sweep that is not about uploads in progress. Records are queried in batches of a thousand; only
 * unexpected files are checked individually. Memory use does not grow with the library.
 */
export async function sweepBytes(parts: SweepParts): Promise<SweptBytes> {
  const { storage, signal, isWhole = true } = parts;
  const each = createEach(parts);
  const returned = await bringBack(parts, each);
  const removed = await removeNoted(parts, each);
  const strays = isWhole ? await setStraysAside(parts, each) : 0;
  const halfMade = signal.aborted ? 0 : await storage.tidy();
  return { removed, strays, returned, halfMade };
}

/** Moves files back that were set aside and have a record again. */
async function bringBack({ database, storage, unrecorded, log, signal }: SweepParts, each: Each): Promise<number> {
  let returned = 0;
  for await (const fileIds of inBatches(storage.listAside(), recordsAtOnce)) {
    if (signal.aborted) break;
    const states = await database.files.findStates(fileIds);
    const recorded = fileIds.filter((fileId) => states.get(fileId) === 'finished');
    await each(recorded, async (fileId) => {
      if ((await unrecorded.isBusy(fileId)) || !(await unrecorded.bringBack(fileId))) return;
      returned++;
      log.warn({ fileId }, 'a file that was set aside was moved back: the database has a record of it');
    });
  }
  return returned;
}

/** Removes the bytes of removed files. Those that can't be removed now do not block the others. */
async function removeNoted({ database, unrecorded, signal }: SweepParts, each: Each): Promise<number> {
  let removed = 0;
  for (let after = ''; !signal.aborted;) {
    const notes = await database.files.listRemoved(recordsAtOnce, after);
    await each(notes, async ({ id }) => {
      if (!(await unrecorded.isBusy(id)) && (await unrecorded.removeNoted(id))) removed++;
    });
    if (notes.length < recordsAtOnce) break;
    after = notes.at(-1)?.id ?? '';
  }
  return removed;
}

/**
 * Moves aside files without a record. A batch is listed first and queried afterwards: a file has its record before
 * its first byte, so every listed file has one by then unless it was removed. In the other order, a file that arrives
 * between the two would look like a stray. A file without a record is checked once more individually, under the lock
 * of the file, before it is moved: the result of the batch is old by then.
 */
async function setStraysAside(parts: SweepParts, each: Each): Promise<number> {
  const { database, storage, unrecorded, log, signal } = parts;
  const named: { fileId: string; place: string }[] = [];
  const lost: string[] = [];
  let strays = 0;
  let withoutRecord = 0;

  async function lookAt(listed: AsyncIterable<{ fileId: string }>, kind: 'bytes' | 'parts'): Promise<void> {
    for await (const batch of inBatches(listed, recordsAtOnce)) {
      if (signal.aborted) return;
      const fileIds = batch.map(({ fileId }) => fileId);
      const states = await database.files.findStates(fileIds);
      // The parts of a finished file are a second copy of its bytes.
      const isExpected = (fileId: string) => (kind === 'bytes' ? states.has(fileId) : states.get(fileId) === 'pending');
      const strange = fileIds.filter((fileId) => !isExpected(fileId));
      await each(strange, async (fileId) => {
        if (kind === 'bytes' && (await unrecorded.isNamed(fileId))) {
          withoutRecord++;
          if (lost.length < maxLogged) lost.push(fileId);
          return;
        }
        const place = await unrecorded.setAside(fileId, kind);
        if (place === null) return;
        strays++;
        if (named.length < maxLogged) named.push({ fileId, place });
      });
    }
  }

  try {
    await lookAt(storage.list(), 'bytes');
    await lookAt(storage.listParts(), 'parts');
  } finally {
    if (strays > 0)
      log.error(
        { count: strays, files: named },
        'stored files without a record in the database were moved aside, none was deleted; if the database is an old one, put the right one back and they return automatically',
      );
    if (withoutRecord > 0)
      log.error(
        { count: withoutRecord, files: lost },
        'materials name stored files whose records are lost; stop the server and run "npm run check-library -- --repair", which restores the records',
      );
  }
  return strays;
}
