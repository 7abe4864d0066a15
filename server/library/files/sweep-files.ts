import { readFault } from '#server/machinery/faults/read-fault.ts';
import { sweepBytes, createEach, type SweepParts, type SweptBytes } from './sweep-bytes.ts';
import type { Upload } from './upload.ts';

/** The results of a sweep, in numbers of files. */
export type Swept = SweptBytes & {
  /** Abandoned uploads that were removed. */
  uploads: number;
};

/** Maximum number of records of each kind that one sweep handles; the next sweep continues. */
const maxRecords = 1000;

type Parts = SweepParts & { upload: Upload; untouchedSince: number };

/**
 * Makes records and bytes match. Destroys bytes only if the database requires it: those of an upload that was not
 * changed since the lived time `untouchedSince`, and of a file that was removed. Moves bytes without a record aside,
 * because the database may be wrong, and moves them back once they have a record. A failure does not stop the sweep; a
 * file that is in use is left to the next sweep.
 */
export async function sweepFiles(parts: Parts): Promise<Swept> {
  const { database, upload, unrecorded, untouchedSince } = parts;
  const each = createEach(parts);
  let uploads = 0;
  /** Uploads that a fault of the disk or the database left unfinished: all their chunks may be stored. */
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
