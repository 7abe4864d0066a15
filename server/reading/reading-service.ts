import type { Logger } from 'pino';
import { formatMoment } from '#domain/moment.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import { createFairQueue, NotServed } from '#server/pictures/fair-queue.ts';
import { createRecent } from '#server/pictures/recent.ts';
import { createWorkerProcess, type WorkerLimits } from '#server/pictures/worker-process.ts';
import { createOpenFiles } from '#server/storage/open-files.ts';
import type { Storage } from '#server/storage/storage.ts';
import { copyScratch, createCopyFolder, type KeptCopy } from './copy-folder.ts';
import type { ReadingJob, ReadingOutcome } from './reading-job.ts';

/** A reading copy, as the byte routes send it. */
export type ReadingCopy = Omit<KeptCopy, 'path'> & {
  /** As `pour` of the storage port. */
  pour(range: { start: number; end: number }, take: (piece: Uint8Array) => Promise<void>): Promise<boolean>;
};

/**
 * Copies of PDFs that a reader needs less of before it shows a page (docs/decisions/0010-reading-copy.md). Derived one
 * at a time in a process that is ended on time or memory; rebuildable at any hour.
 */
export interface ReadingService {
  /**
   * What a reader of the file is to be given: the copy; `original` where a copy would not help; `pending` where one may
   * come, which is then begun unless too many wait. Until then the original is read.
   */
  find(file: FileRecord): Promise<ReadingCopy | 'original' | 'pending'>;
  /** Begins to derive the copy of a file that has just come. Returns at once. */
  prepare(file: FileRecord): void;
  /** Forgets the copy of a file with those bytes. */
  forget(sha256: string): Promise<void>;
  /** The files something is kept of, by their SHA-256. */
  digests(): Promise<string[]>;
  /** Derives what is missing, one after the other. Called at start. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Below this the whole file is here in four requests; above that rewriting would hold up everything else. */
const copiedBytes = { least: 256 * 1024, most: 1024 * 1024 * 1024 };
const maxWaiting = 100;
/** Nobody waits for a copy: what is not made within an hour is made when it is asked for again. */
const patienceMs = 60 * 60 * 1000;
/** A file whose copy timed out or crashed is retried at so many starts. */
const maxTries = 3;

export const readingLimits: WorkerLimits = { jobMs: 120_000, maxResidentBytes: 700 * 1024 * 1024, idleMs: 10_000 };

export function createReadingService(parts: {
  storage: Storage;
  database: Pick<Database, 'files'>;
  directory: string;
  log: Logger;
  limits?: WorkerLimits;
  now?: () => number;
  /** Whether a copy may take so many bytes of the disk; else the original is read until there is room again. */
  hasRoomFor?: (bytes: number) => Promise<boolean>;
}): ReadingService {
  const { storage, database, log, limits = readingLimits, now = Date.now, hasRoomFor = async () => true } = parts;
  const folder = createCopyFolder(parts.directory);
  const openFiles = createOpenFiles();
  const queue = createFairQueue({
    lanes: ['copies'],
    workers: 1,
    maxWaiting,
    maxWaitingPerKey: 1,
    patienceMs,
  });
  const worker = createWorkerProcess<ReadingJob, ReadingOutcome>({
    program: new URL('./worker.ts', import.meta.url),
    scratch: copyScratch(parts.directory),
    log,
    limits,
  });
  const deriving = new Map<string, Promise<void>>();
  /** Files that went while their copy was being made. */
  const gone = createRecent();
  let catchingUp: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** The same file asked for many times is derived once; when too many wait, nothing is begun. */
  function deriveOnce(file: FileRecord, tries: number): Promise<void> {
    const running = deriving.get(file.sha256);
    if (running) return running;
    const done = queue
      .add({ lane: 'copies', key: file.sha256 }, () => derive(file, tries))
      .catch((error: unknown) => {
        if (!(error instanceof NotServed))
          log.warn({ err: error, fileId: file.id }, 'a reading copy could not be made');
      })
      .finally(() => deriving.delete(file.sha256));
    deriving.set(file.sha256, done);
    return done;
  }

  async function derive(file: FileRecord, tries: number): Promise<void> {
    const { sha256 } = file;
    const begun = gone.moment();
    if (!(await hasRoomFor(file.sizeBytes))) return;
    await folder.ready();
    await storage.withLocalFile(file.id, (path) =>
      worker.run({ kind: 'reading-copy', sha256 }, path, async (outcome, output) => {
        if (isClosed || gone.since(sha256, begun)) return;
        if (outcome.state === 'made') {
          const { sizeBytes, sha256: digest } = outcome;
          await folder.keep(sha256, output, { sizeBytes, sha256: digest, madeAt: formatMoment(now()) });
          log.info({ fileId: file.id, from: file.sizeBytes, to: sizeBytes }, 'a reading copy was made');
        } else if (outcome.state === 'useless') {
          await folder.dismiss(sha256, { reason: outcome.reason, tries: 0 });
        } else if (outcome.state === 'failed' && outcome.cause !== 'unavailable') {
          await folder.dismiss(sha256, { reason: 'failed', tries: tries + 1 });
        }
      }),
    );
    // Removed between the last look and the writing.
    if (gone.since(sha256, begun)) await folder.forget(sha256);
  }

  async function catchUp(): Promise<void> {
    for await (const { fileId } of storage.list()) {
      if (isClosed) return;
      const file = await database.files.find(fileId);
      if (!file?.isFinished || !mayHaveCopy(file)) continue;
      const found = await folder.find(file.sha256);
      const tries = found && !found.copy ? found.tries : 0;
      if (!found || (tries > 0 && tries < maxTries)) await deriveOnce(file, tries);
    }
  }

  return {
    async find(file) {
      if (!mayHaveCopy(file)) return 'original';
      const found = await folder.find(file.sha256);
      if (!found) {
        void deriveOnce(file, 0);
        return 'pending';
      }
      if (!found.copy) return 'original';
      const { path, ...copy } = found.copy;
      return { ...copy, pour: ({ start, end }, take) => openFiles.pour(path, start, end, take) };
    },

    prepare(file) {
      if (mayHaveCopy(file)) void deriveOnce(file, 0);
    },

    async forget(sha256) {
      gone.note(sha256);
      await folder.forget(sha256);
    },

    digests: () => folder.digests(),

    catchUp() {
      catchingUp = catchUp();
      return catchingUp;
    },

    async close() {
      isClosed = true;
      queue.close();
      await worker.close();
      await Promise.allSettled([...deriving.values(), catchingUp]);
      await openFiles.close();
    },
  };
}

function mayHaveCopy(file: FileRecord): boolean {
  return (
    file.mimeType === 'application/pdf' && file.sizeBytes >= copiedBytes.least && file.sizeBytes <= copiedBytes.most
  );
}
