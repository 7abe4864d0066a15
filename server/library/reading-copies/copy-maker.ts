import type { Logger } from 'pino';
import { formatMoment } from '#domain/moment.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { createRecent } from '#server/library/pictures/recent.ts';
import type { WorkerProcess } from '#server/machinery/processes/worker-process.ts';
import { createFairQueue } from '#server/machinery/queues/fair-queue.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import type { CopyFolder } from './copy-folder.ts';
import type { SharedCopies } from './shared-copies.ts';

/**
 * The messages between the server and the process that derives reading copies. Bytes are passed in files, never in
 * messages.
 */
export type ReadingJob = {
  kind: 'reading-copy';
  /** SHA-256 of the PDF as it was uploaded. */
  sha256: string;
};

/** The reason why a file will never have a copy. */
type NoCopyReason = 'encrypted' | 'unreadable' | 'no-gain';

/** The outcome of a job that finished; the copy is at the job's output only if it is `made`. */
export type ReadingOutcome =
  | { state: 'made'; sizeBytes: number; sha256: string }
  | { state: 'useless'; reason: NoCopyReason }
  /** The stored bytes are not those of the file's record. */
  | { state: 'other-bytes' };

/** Makes reading copies, one at a time. */
export type CopyMaker = {
  /**
   * Makes the copy of a file, or notes the reason why there is none; `tries` is how often that has failed before. A file
   * that is requested many times is derived once; if the queue is full, nothing is started. Never rejects: failures are
   * logged.
   */
  derive(file: CopiedFile, tries: number): Promise<void>;
  /** Deletes the copy of a file with those bytes, also one that is being made. */
  forget(sha256: string): Promise<void>;
  isClosed(): boolean;
  /** Refuses more work, ends the process and waits until nothing is being derived. */
  close(): Promise<void>;
};

/** The required facts about a file. */
type CopiedFile = Pick<FileRecord, 'id' | 'sha256' | 'sizeBytes'>;

const maxWaiting = 100;
/** No request waits for a copy: one that was not made within an hour is made when it is requested again. */
const maxWaitMs = 60 * 60 * 1000;

export function createCopyMaker(parts: {
  storage: Pick<Storage, 'withLocalFile'>;
  folder: CopyFolder;
  worker: WorkerProcess<ReadingJob, ReadingOutcome>;
  log: Logger;
  now: () => number;
  /** True if a copy may take this many bytes of the disk; if not, the original is read until there is room again. */
  hasRoomFor: (bytes: number) => Promise<boolean>;
  /** The copies of other nodes. */
  shared: SharedCopies | null;
}): CopyMaker {
  const { storage, folder, worker, log, now, hasRoomFor, shared } = parts;
  const queue = createFairQueue({ lanes: ['copies'], workers: 1, maxWaiting, maxWaitingPerKey: 1, maxWaitMs });
  const deriving = new Map<string, Promise<void>>();
  /** Files that were deleted while their copy was being made. */
  const deleted = createRecent();
  let isClosed = false;

  async function make(file: CopiedFile, tries: number): Promise<void> {
    const { sha256 } = file;
    const since = deleted.moment();
    if (!(await hasRoomFor(file.sizeBytes))) return;
    await folder.ready();
    const isAdopted = await shared?.adopt(sha256);
    if (!isAdopted) await derive(file, tries, since);
    // Deleted after the check above and before the copy was written.
    if (deleted.since(sha256, since)) await forget(sha256);
  }

  async function derive(file: CopiedFile, tries: number, since: number): Promise<void> {
    const { sha256 } = file;
    await storage.withLocalFile(file.id, (path) =>
      worker.run({ kind: 'reading-copy', sha256 }, path, async (outcome, output) => {
        if (isClosed || deleted.since(sha256, since)) return;
        if (outcome.state === 'made') {
          const { sizeBytes, sha256: digest } = outcome;
          await folder.keep(sha256, output, { sizeBytes, sha256: digest, madeAt: formatMoment(now()) });
          log.info({ fileId: file.id, from: file.sizeBytes, to: sizeBytes }, 'a reading copy was made');
          await shared?.offer(sha256);
        } else if (outcome.state === 'useless') {
          await folder.dismiss(sha256, { reason: outcome.reason, tries: 0 });
          await shared?.offer(sha256);
        } else if (outcome.state === 'failed' && outcome.cause !== 'unavailable') {
          await folder.dismiss(sha256, { reason: 'failed', tries: tries + 1 });
        }
      }),
    );
  }

  async function forget(sha256: string): Promise<void> {
    await Promise.all([folder.forget(sha256), shared?.forget(sha256)]);
  }

  return {
    derive(file, tries) {
      const running = deriving.get(file.sha256);
      if (running) return running;
      const done = queue
        .add({ lane: 'copies', key: file.sha256 }, () => make(file, tries))
        .catch((error: unknown) => {
          if (!(error instanceof Refused))
            log.warn({ err: error, fileId: file.id }, 'a reading copy could not be made');
        })
        .finally(() => deriving.delete(file.sha256));
      deriving.set(file.sha256, done);
      return done;
    },

    async forget(sha256) {
      deleted.note(sha256);
      await forget(sha256);
    },

    isClosed: () => isClosed,

    async close() {
      isClosed = true;
      queue.close();
      await Promise.all([worker.close(), shared?.close()]);
      await Promise.allSettled(deriving.values());
    },
  };
}
