import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { readFault } from '#server/faults/read-fault.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { UnrecordedBytes } from './unrecorded-bytes.ts';
import type { Upload } from './upload.ts';

/** What a sweep did, in files. */
export type Swept = {
  /** Uploads nobody went on with. */
  uploads: number;
  /** Bytes of files that had been removed on purpose. */
  removed: number;
  /** Bytes no record knows, moved aside. */
  strays: number;
  /** Bytes that had been moved aside and are wanted again. */
  returned: number;
  /** What interrupted writes left. */
  halfMade: number;
};

/** What one sweep does of a kind at most; the next one goes on. */
const atOnce = 1000;
/** How many strays the log names. */
const namedStrays = 20;

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
 * Brings records and bytes together. Bytes are destroyed only if a record says so: of an upload nobody went on with
 * since the lived time was `untouchedSince`, or of a file that was removed. Bytes without any record are moved aside
 * (the database may be the one that is wrong), and come back once there is a record of them. One that fails does not
 * keep the others from being swept, and one that is being worked on is left to the next sweep.
 */
export async function sweepFiles(parts: Parts): Promise<Swept> {
  const { database, upload, unrecorded, untouchedSince } = parts;
  const each = createEach(parts);
  let uploads = 0;
  /** Only the disk or the database kept them from being finished: all of them may be held. */
  const finishedLater = new Set<string>();

  await each(await database.files.listPending(atOnce), async ({ id }) => {
    try {
      const file = await database.files.find(id);
      if (unrecorded.isBusy(id)) return;
      if (file && !file.isFinished && file.chunksHeld.length === file.chunksTotal) await upload.finish(id);
    } catch (error) {
      if (readFault(error) !== null) finishedLater.add(id);
      throw error;
    }
  });

  await each(await database.files.listPending(atOnce, untouchedSince), async ({ id }) => {
    if (unrecorded.isBusy(id) || finishedLater.has(id)) return;
    await upload.drop(id);
    uploads++;
  });

  return { uploads, ...(await sweepBytes(parts)) };
}

/** The part of it that asks nothing of uploads under way. */
export async function sweepBytes(parts: Omit<Parts, 'upload' | 'untouchedSince'>): Promise<Omit<Swept, 'uploads'>> {
  const { database, storage, unrecorded, log } = parts;
  const each = createEach(parts);
  const swept = { removed: 0, strays: 0, returned: 0, halfMade: 0 };

  await each(storage.listAside(), async (fileId) => {
    if (unrecorded.isBusy(fileId) || !(await unrecorded.bringBack(fileId))) return;
    swept.returned++;
    log.warn({ fileId }, 'a file that had been set aside is back: the database has a record of it');
  });

  await each(await database.files.listRemoved(atOnce), async ({ id }) => {
    if (!unrecorded.isBusy(id) && (await unrecorded.removeNoted(id))) swept.removed++;
  });

  const strays: { fileId: string; place: string }[] = [];
  const setAside = async (fileId: string, kind: 'bytes' | 'parts') => {
    const place = unrecorded.isBusy(fileId) ? null : await unrecorded.setAside(fileId, kind);
    if (place !== null) strays.push({ fileId, place });
  };
  await each(storage.list(), ({ fileId }) => setAside(fileId, 'bytes'));
  await each(storage.listParts(), ({ fileId }) => setAside(fileId, 'parts'));
  swept.strays = strays.length;
  if (strays.length > 0) {
    log.error(
      { count: strays.length, files: strays.slice(0, namedStrays) },
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
