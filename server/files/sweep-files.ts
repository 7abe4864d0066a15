import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { readFault } from '#server/faults/read-fault.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { UnrecordedBytes } from './unrecorded-bytes.ts';
import type { Upload } from './upload.ts';

/** What a sweep did, in numbers of files. */
export type Swept = {
  /** Abandoned uploads that were removed. */
  uploads: number;
  /** Removed files whose bytes were removed. */
  removed: number;
  /** Bytes without a record that were moved aside. */
  strays: number;
  /** Bytes that were moved back because they have a record again. */
  returned: number;
  /** Files that interrupted writes left. */
  halfMade: number;
};

/** Records of each kind that one sweep handles; the next sweep continues. */
const maxRecords = 1000;
/** Strays that are named in the log. */
const maxLoggedStrays = 20;

type Parts = {
  database: Database;
  storage: Storage;
  upload: Upload;
  unrecorded: UnrecordedBytes;
  log: Logger;
  untouchedSince: number;
  /** Ends the sweep early. */
  signal: AbortSignal;
};

/**
 * Makes records and bytes match. Bytes are destroyed only if the database says so: those of an upload that was not
 * touched since the lived time was `untouchedSince`, and of a file that was removed. Bytes without a record are moved
 * aside, because the database may be wrong, and moved back once they have a record. A failure does not stop the sweep,
 * and a file that is in use is left to the next sweep.
 */
export async function sweepFiles(parts: Parts): Promise<Swept> {
  const { database, upload, unrecorded, untouchedSince } = parts;
  const each = createEach(parts);
  let uploads = 0;
  /** Not finished because of a fault of the disk or the database: all their chunks may be held. */
  const finishedLater = new Set<string>();

  await each(await database.files.listPending(maxRecords), async ({ id }) => {
    try {
      const file = await database.files.find(id);
      if (await unrecorded.isBusy(id)) return;
      if (file && !file.isFinished && file.chunksHeld.length === file.chunksTotal) await upload.finish(id);
    } catch (error) {
      if (readFault(error) !== null) finishedLater.add(id);
      throw error;
    }
  });

  await each(await database.files.listPending(maxRecords, untouchedSince), async ({ id, updatedAt }) => {
    if (finishedLater.has(id) || (await unrecorded.isBusy(id))) return;
    if (await upload.drop(id, updatedAt)) uploads++;
  });

  return { uploads, ...(await sweepBytes(parts)) };
}

/** The part of the sweep that is not about uploads in progress. */
export async function sweepBytes(parts: Omit<Parts, 'upload' | 'untouchedSince'>): Promise<Omit<Swept, 'uploads'>> {
  const { database, storage, unrecorded, log } = parts;
  const each = createEach(parts);
  const swept = { removed: 0, strays: 0, returned: 0, halfMade: 0 };

  await each(storage.listAside(), async (fileId) => {
    if ((await unrecorded.isBusy(fileId)) || !(await unrecorded.bringBack(fileId))) return;
    swept.returned++;
    log.warn({ fileId }, 'a file that had been set aside is back: the database has a record of it');
  });

  await each(await database.files.listRemoved(maxRecords), async ({ id }) => {
    if (!(await unrecorded.isBusy(id)) && (await unrecorded.removeNoted(id))) swept.removed++;
  });

  const strays: { fileId: string; place: string }[] = [];
  const setAside = async (fileId: string, kind: 'bytes' | 'parts') => {
    const place = await unrecorded.setAside(fileId, kind);
    if (place !== null) strays.push({ fileId, place });
  };
  await each(storage.list(), ({ fileId }) => setAside(fileId, 'bytes'));
  await each(storage.listParts(), ({ fileId }) => setAside(fileId, 'parts'));
  swept.strays = strays.length;
  if (strays.length > 0) {
    log.error(
      { count: strays.length, files: strays.slice(0, maxLoggedStrays) },
      'stored files without a record in the database were moved aside, none was deleted; if the database is an old one, put the right one back and they return by themselves',
    );
  }

  swept.halfMade = await storage.tidy();
  return swept;
}

type Each = <Item>(items: Iterable<Item> | AsyncIterable<Item>, work: (item: Item) => Promise<void>) => Promise<void>;

function createEach({ log, signal }: Pick<Parts, 'log' | 'signal'>): Each {
  return async (items, work) => {
    for await (const item of items) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        log.warn({ err: error, item }, 'a stored file could not be cleaned up');
      }
    }
  };
}
