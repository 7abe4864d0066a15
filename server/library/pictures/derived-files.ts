import type { Logger } from 'pino';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import { recordsAtOnce } from '#server/engines/database/records/files/file-batches.ts';
import { inBatches } from '#server/machinery/queues/in-batches.ts';

/** Location of derived files: on this machine alone, or shared by all nodes. */
export type DerivedPlace = 'here' | 'shared';

/** A folder of files derived from stored files, named by the SHA-256 of their bytes. All of them can be made again. */
export type DerivedFolder = {
  /** Lists the SHA-256 of the files that derived files belong to. Rejects if the place can't be listed. */
  digests(place: DerivedPlace): AsyncIterable<string>;
  /** Deletes the files that were derived from these bytes, in both places. */
  forget(sha256: string): Promise<void>;
};

/** Deletes files derived from deleted files. */
export interface DerivedFiles {
  /** Deletes the files derived from a deleted file, unless another file has the same bytes. Never throws. */
  leave(file: FileRecord): Promise<void>;
  /**
   * Deletes derived files whose file no longer exists, as after a crash. Returns the number of those files. `signal`
   * stops it early. A place that can't be listed now is left to the next sweep.
   */
  sweep(place: DerivedPlace, signal?: AbortSignal): Promise<number>;
}

export function createDerivedFiles(parts: {
  database: Pick<Database, 'files'>;
  folders: readonly DerivedFolder[];
  log: Logger;
}): DerivedFiles {
  const { database, folders, log } = parts;

  async function forget(sha256: string): Promise<void> {
    for (const folder of folders) await folder.forget(sha256);
  }

  return {
    async leave({ id, sha256 }) {
      try {
        if (!(await database.files.knownDigests([sha256])).has(sha256)) await forget(sha256);
      } catch (error) {
        log.warn(
          { err: error, fileId: id },
          'the derived files of a removed file could not be deleted; the next sweep will',
        );
      }
    },

    async sweep(place, signal) {
      let count = 0;
      for (const folder of folders) {
        try {
          for await (const batch of inBatches(folder.digests(place), recordsAtOnce)) {
            const known = await database.files.knownDigests(batch);
            for (const sha256 of batch) {
              if (signal?.aborted) return count;
              if (known.has(sha256)) continue;
              await forget(sha256);
              count += 1;
            }
          }
        } catch (error) {
          log.warn({ err: error, place }, 'derived files could not be swept; the next sweep tries again');
        }
      }
      return count;
    },
  };
}
