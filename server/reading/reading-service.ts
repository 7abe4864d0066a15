import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { formatMoment } from '#domain/moment.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import { createJobQueue } from '#server/pictures/job-queue.ts';
import { createWorkerProcess, type WorkerLimits } from '#server/pictures/worker-process.ts';
import { createOpenFiles } from '#server/storage/open-files.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createCopyFolder, type KeptCopy } from './copy-folder.ts';
import { findQpdf } from './qpdf.ts';
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
  /** Forgets the copy of a file that is gone. */
  forget(fileId: string): Promise<void>;
  /** Derives what is missing and drops what belongs to no file, one after the other. Called at start. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Below this the whole file is here in four requests; above that rewriting would hold up everything else. */
const copiedBytes = { least: 256 * 1024, most: 1024 * 1024 * 1024 };
const maxWaiting = 100;
/** What came to no end is tried at so many starts. */
const mostTries = 3;

export const readingLimits: WorkerLimits = { jobMs: 120_000, maxResidentBytes: 700 * 1024 * 1024, idleMs: 10_000 };

export function createReadingService(parts: {
  storage: Storage;
  database: Pick<Database, 'files'>;
  directory: string;
  log: Logger;
  limits?: WorkerLimits;
  /** Folders in which a qpdf of the machine is looked for, as in the variable PATH. */
  programFolders?: string | undefined;
  now?: () => number;
  /** Whether a copy may take so many bytes of the disk; else the original is read until there is room again. */
  hasRoomFor?: (bytes: number) => Promise<boolean>;
}): ReadingService {
  const { storage, database, log, limits = readingLimits, now = Date.now, hasRoomFor = async () => true } = parts;
  const folder = createCopyFolder(parts.directory);
  const openFiles = createOpenFiles();
  const queue = createJobQueue(maxWaiting);
  const worker = createWorkerProcess<ReadingJob, ReadingOutcome>({
    program: new URL('./worker.ts', import.meta.url),
    log,
    limits,
  });
  const qpdf = findQpdf(parts.programFolders ?? process.env['PATH']);
  const deriving = new Map<string, Promise<void>>();
  /** Files that went while their copy was being made. */
  const gone = new Set<string>();
  let catchingUp: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** Null when too many wait. The same file asked for many times is derived once. */
  function deriveOnce(file: FileRecord, tries: number): Promise<void> | null {
    const running = deriving.get(file.id);
    if (running) return running;
    const queued = isClosed ? null : queue.add(() => derive(file, tries));
    if (!queued) return null;
    const done = queued
      .catch((error: unknown) => log.warn({ err: error, fileId: file.id }, 'a reading copy could not be made'))
      .finally(() => {
        deriving.delete(file.id);
        gone.delete(file.id);
      });
    deriving.set(file.id, done);
    return done;
  }

  async function derive(file: FileRecord, tries: number): Promise<void> {
    if (isClosed || gone.has(file.id) || !(await hasRoomFor(file.sizeBytes))) return;
    const output = await folder.scratchPath();
    try {
      const program = await qpdf;
      const outcome = await storage.withLocalFile(file.id, (path) =>
        worker.run({ kind: 'reading-copy', path, output, qpdf: program }),
      );
      if (!outcome || isClosed || gone.has(file.id)) return;
      if (outcome.state === 'made') {
        const { sizeBytes, sha256 } = outcome;
        await folder.keep(file.id, file.sha256, { scratch: output, sizeBytes, sha256, madeAt: formatMoment(now()) });
        log.info({ fileId: file.id, from: file.sizeBytes, to: sizeBytes }, 'a reading copy was made');
      } else if (outcome.state === 'useless') {
        await folder.dismiss(file.id, file.sha256, { reason: outcome.reason, tries: 0 });
      } else {
        await folder.dismiss(file.id, file.sha256, { reason: 'failed', tries: tries + 1 });
      }
      // Removed between the last look and the writing.
      if (gone.has(file.id)) await folder.forget(file.id);
    } finally {
      await rm(output, { force: true });
    }
  }

  async function catchUp(): Promise<void> {
    for await (const { fileId } of storage.list()) {
      if (isClosed) return;
      const file = await database.files.find(fileId);
      if (!file?.isFinished || !mayHaveCopy(file)) continue;
      const found = await folder.find(file.id, file.sha256);
      const tries = found && !found.copy ? found.tries : 0;
      if (!found || (tries > 0 && tries < mostTries)) await deriveOnce(file, tries);
    }
    for (const fileId of await folder.list()) {
      if (isClosed) return;
      if (!(await database.files.find(fileId))) await folder.forget(fileId);
    }
  }

  return {
    async find(file) {
      if (!mayHaveCopy(file)) return 'original';
      const found = await folder.find(file.id, file.sha256);
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

    async forget(fileId) {
      if (deriving.has(fileId)) gone.add(fileId);
      await folder.forget(fileId);
    },

    catchUp() {
      catchingUp = catchUp();
      return catchingUp;
    },

    async close() {
      isClosed = true;
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
