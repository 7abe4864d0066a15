import type { Logger } from 'pino';
import type { Database, FileRecord } from '#server/database/database.ts';

/** A folder of files derived from stored files, named by the SHA-256 of their bytes; all of them can be made again. */
export type DerivedFolder = {
  digests(): Promise<string[]>;
  forget(sha256: string): Promise<void>;
};

/** Deletes what was derived from files that are deleted. */
export interface DerivedFiles {
  /** Deletes what was derived from a deleted file, unless another one has the same bytes. Never throws. */
  leave(file: FileRecord): Promise<void>;
  /**
   * Deletes what belongs to no file, as left by a crash. Returns how many files it had belonged to. `signal` ends it
   * early.
   */
  sweep(signal?: AbortSignal): Promise<number>;
}

/** Small enough for one statement. */
const askedAtOnce = 200;

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
          'what was derived from a removed file could not be deleted; the sweep will',
        );
      }
    },

    async sweep(signal) {
      const digests = [...new Set((await Promise.all(folders.map((folder) => folder.digests()))).flat())];
      let count = 0;
      for (let at = 0; at < digests.length; at += askedAtOnce) {
        const batch = digests.slice(at, at + askedAtOnce);
        const known = await database.files.knownDigests(batch);
        for (const sha256 of batch) {
          if (signal?.aborted) return count;
          if (known.has(sha256)) continue;
          await forget(sha256);
          count += 1;
        }
      }
      return count;
    },
  };
}
