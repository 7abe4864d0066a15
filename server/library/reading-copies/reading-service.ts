import type { Logger } from 'pino';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import { finishedFiles } from '#server/engines/database/records/files/file-batches.ts';
import type { DerivedPlace } from '#server/library/pictures/derived-files.ts';
import { createSharedDerived } from '#server/library/pictures/shared-derived.ts';
import {
  createWorkerProcess,
  limitTime,
  type OpenWorker,
  type WorkerLimits,
} from '#server/machinery/processes/worker-process.ts';
import { createOpenFiles } from '#server/engines/storage/open-files.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { copyScratch, createCopyFolder, type StoredCopy } from './copy-folder.ts';
import { createCopyMaker, type ReadingJob, type ReadingOutcome } from './copy-maker.ts';
import { sortedContains } from '#server/machinery/queues/in-step.ts';
import { createSharedCopies, nameOfCopy } from './shared-copies.ts';

/** A reading copy, as the byte routes send it. */
export type ReadingCopy = Omit<StoredCopy, 'path'> & {
  /** Its name in the store of all nodes, if it is there. */
  name: string;
  /** Sends a range, like `pour` of the storage port. */
  pour(range: { start: number; end: number }, take: (piece: Uint8Array) => Promise<void>): Promise<boolean>;
};

/**
 * Copies of PDFs of which a reader must fetch less before it can show a page (docs/decisions/0010-reading-copy.md).
 * Derived one at a time in a process with limits of time and memory; all can be made again.
 */
export interface ReadingService {
  /**
   * Returns the reading copy of the file; `original` if a copy would not help; `pending` if one is being made now, unless
   * the queue is full. Until then the original is read.
   */
  find(file: FileRecord): Promise<ReadingCopy | 'original' | 'pending'>;
  /** Starts deriving the copy of a new file. Returns at once. */
  prepare(file: FileRecord): void;
  /** Deletes the copy of a file with those bytes, also in the store of all nodes. */
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file that has a copy or a note, on this machine or in the store of all nodes. */
  digests(place: DerivedPlace): AsyncIterable<string>;
  /**
   * Derives the missing copies, one after the other. Called at start; of several nodes by one, if they share the copies.
   * `signal` ends it early. A copy that is missed is made when the file is read.
   */
  catchUp(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A smaller file arrives whole in four requests; rewriting a larger one would delay all others. */
const copiedBytes = { min: 256 * 1024, max: 1024 * 1024 * 1024 };
/** Number of starts at which a file whose copy timed out or crashed is retried. */
const maxTries = 3;

export const readingLimits: WorkerLimits = {
  ...limitTime(120_000),
  maxResidentBytes: 700 * 1024 * 1024,
  idleMs: 10_000,
};

export function createReadingService(parts: {
  storage: Storage;
  database: { files: Pick<Database['files'], 'listFinished'> };
  directory: string;
  log: Logger;
  limits?: WorkerLimits;
  openWorker?: OpenWorker | undefined;
  now?: () => number;
  /** True if a copy may take this many bytes of the disk; if not, the original is read until there is room again. */
  hasRoomFor?: (bytes: number) => Promise<boolean>;
}): ReadingService {
  const { storage, database, log, limits = readingLimits, now = Date.now, hasRoomFor = async () => true } = parts;
  const folder = createCopyFolder(parts.directory);
  const openFiles = createOpenFiles();
  const worker = (parts.openWorker ?? createWorkerProcess)<ReadingJob, ReadingOutcome>({
    program: new URL('./reading-copy-worker.ts', import.meta.url),
    scratch: copyScratch(parts.directory),
    log,
    limits,
  });
  const objects = createSharedDerived({
    objects: storage.derived,
    kind: 'reading',
    scratch: copyScratch(parts.directory),
    log,
  });
  const shared = objects && createSharedCopies(objects, folder);
  const maker = createCopyMaker({ storage, folder, worker, log, now, hasRoomFor, shared });
  let catchingUp: Promise<void> = Promise.resolve();

  async function deriveMissing(signal: AbortSignal | undefined): Promise<void> {
    // Both are in the order of the digests, so that neither list is held in memory.
    const isShared = shared ? sortedContains(shared.digests()) : async () => false;
    for await (const batch of finishedFiles(database.files)) {
      for (const file of batch) {
        if (maker.isClosed() || signal?.aborted) return;
        if (!mayHaveCopy(file) || (await isShared(file.sha256))) continue;
        const found = await folder.find(file.sha256);
        const tries = found && !found.copy ? found.tries : 0;
        if (!found || (tries > 0 && tries < maxTries)) await maker.derive(file, tries);
      }
    }
  }

  return {
    async find(file) {
      if (!mayHaveCopy(file)) return 'original';
      const found = await folder.find(file.sha256);
      if (!found) {
        void maker.derive(file, 0);
        return 'pending';
      }
      if (!found.copy) return 'original';
      const { path, ...copy } = found.copy;
      const name = nameOfCopy(copy.sha256);
      return { ...copy, name, pour: ({ start, end }, take) => openFiles.pour(path, start, end, take) };
    },

    prepare(file) {
      if (mayHaveCopy(file)) void maker.derive(file, 0);
    },

    forget: (sha256) => maker.forget(sha256),

    async *digests(place) {
      if (place === 'here') yield* await folder.digests();
      else if (shared) yield* shared.digests();
    },

    catchUp(signal) {
      catchingUp = deriveMissing(signal);
      return catchingUp;
    },

    async close() {
      await maker.close();
      await Promise.allSettled([catchingUp]);
      await openFiles.close();
    },
  };
}

function mayHaveCopy(file: Pick<FileRecord, 'mimeType' | 'sizeBytes'>): boolean {
  return file.mimeType === 'application/pdf' && file.sizeBytes >= copiedBytes.min && file.sizeBytes <= copiedBytes.max;
}
