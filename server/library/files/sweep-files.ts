import { readFault } from '#server/machinery/faults/read-fault.ts';
import { sweepBytes, createEach, type SweepParts, type SweptBytes } from './sweep-bytes.ts';
import type { Upload } from './upload.ts';

/** The results of a sweep, in numbers of files. */
export type Swept = SweptBytes & {
  /** Abandoned uploads that were removed. */
  uploads: number;
};

/** Maximum records of each kind that one sweep handles; the next sweep continues. */
const maxRecords = 1000;

type Parts = SweepParts & { upload: Upload; untouchedSince: number };

/**
 * Makes records and bytes match. Bytes are destroyed only if the database requires it: those of an upload that was
 * not touched since the lived time was `untouchedSince`, and of a file that was removed. Bytes without a record are
 * moved aside, because the database may be wrong, and moved back once they have a record. A failure does not stop the
 * sweep, and a file that is in use is left to the next sweep.
 */
export async function sweepFiles(parts: Parts): Promise<Swept> {
  const { database, upload, unrecorded, untouchedSince } = parts;
  const each = createEach(parts);
  let uploads = 0;
  /** Not finished because of a fault of the disk or the database: all their chunks may be stored. */
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
