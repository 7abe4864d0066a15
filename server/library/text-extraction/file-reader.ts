import { readFile, stat } from 'node:fs/promises';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { Failed } from '#server/machinery/processes/serve-jobs.ts';
import type { WorkerProcess } from '#server/machinery/processes/worker-process.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { pagesRead, type PageRead, type TextJob, type TextOutcome } from './text-job.ts';
import { htmlRecipe, maxAnswerBytes, textRecipe } from './text-limits.ts';

/** The reason why a file cannot be read, in words for the administrator. */
export class Unreadable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unreadable';
  }
}

/**
 * The file can't be read now, e.g. because its bytes are missing; other files may be readable. The message is for the
 * administrator.
 */
export class NotNow extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotNow';
  }
}

/** Thrown when this machine cannot read any file at the moment. The message is for the administrator. */
export class ReadingUnavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReadingUnavailable';
  }
}

/** A page that could not be read, in words for the administrator; `isCostly` if it timed out or crashed its process. */
export type PageFailure = { page: number; reason: string; isCostly: boolean };

/** The pages that were read or failed. Pages in neither list were not tried. */
export type ReadPages = { read: PageRead[]; failed: PageFailure[] };

/**
 * Reads stored files in a separate process, one job at a time. All functions may reject with `NotNow` and
 * `ReadingUnavailable`.
 */
export interface FileReader {
  /** Returns a file with these bytes; null if there is none left. */
  find(sha256: string): Promise<FileRecord | null>;
  /** Returns the number of pages. Rejects with `Unreadable`. */
  countPages(file: FileRecord): Promise<number>;
  /**
   * Reads pages. A page that hangs or crashes the process does not prevent the others from being read. Rejects with
   * `Unreadable`.
   */
  readPages(file: FileRecord, pages: readonly number[]): Promise<ReadPages>;
  /** Draws a page, and passes the path of the picture. Rejects with `PageFailed`. */
  withPicture<Result>(file: FileRecord, page: number, use: (picture: string) => Promise<Result>): Promise<Result>;
}

/** The page could not be drawn; the message is for the administrator. */
export class PageFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PageFailed';
  }
}

const reasons = {
  locked: 'needs a password',
  damaged: 'the file is damaged',
  'other-bytes': 'the stored file is not the one that was uploaded; check the library',
  time: 'took too long',
  memory: 'needed too much memory',
  crash: 'made the program that reads it crash',
  broken: 'the page is damaged',
} as const;

/** A job that failed because of the file. */
type FileFailure = Failed & { cause: Exclude<Failed['cause'], 'unavailable'> };

const unreadableAnswer: FileFailure = { state: 'failed', cause: 'crash', reason: 'invalid output of the job' };

export function createFileReader(parts: {
  database: Pick<Database, 'files'>;
  storage: Pick<Storage, 'withLocalFile'>;
  worker: WorkerProcess<TextJob, TextOutcome>;
}): FileReader {
  const { database, storage, worker } = parts;

  async function run<Result>(
    file: FileRecord,
    job: TextJob,
    take: (outcome: TextOutcome | Failed, output: string) => Promise<Result>,
  ): Promise<Result> {
    // Wrapped, because null is the result for a file without bytes.
    const done = await storage.withLocalFile(file.id, async (path) => ({ result: await worker.run(job, path, take) }));
    if (!done) throw new NotNow('the stored file is missing; check the library');
    return done.result;
  }

  /** Returns the pages that a job wrote, or its failure. */
  function readBatch(file: FileRecord, pages: readonly number[]): Promise<PageRead[] | FileFailure> {
    const { sha256 } = file;
    const job: TextJob = isHtml(file) ? { kind: 'html-text', sha256 } : { kind: 'pdf-text', sha256, pages };
    return run(file, job, async (outcome, output) => {
      if (outcome.state !== 'done') return orThrow(outcome);
      if ((await stat(output)).size > maxAnswerBytes) return unreadableAnswer;
      const found = pagesRead.safeParse(parseJson(await readFile(output, 'utf8')));
      if (!found.success) return unreadableAnswer;
      const wanted = new Set(pages);
      return found.data.filter(({ page }) => wanted.has(page));
    });
  }

  return {
    async find(sha256) {
      return (await database.files.listByDigest(sha256)).find(hasText) ?? null;
    },

    countPages: (file) =>
      isHtml(file)
        ? Promise.resolve(1)
        : run(file, { kind: 'pdf-text', sha256: file.sha256, pages: [] }, async (outcome) => {
            if (outcome.state === 'done') return outcome.pageCount;
            throw new Unreadable(reasons[orThrow(outcome).cause]);
          }),

    async readPages(file, pages) {
      const batch = await readBatch(file, pages);
      if (!('state' in batch)) return sortOut(batch);
      // One by one, to find the failing ones.
      const done: ReadPages = { read: [], failed: [] };
      for (const page of pages) {
        const single = await readBatch(file, [page]);
        if ('state' in single) {
          done.failed.push({ page, reason: reasons[single.cause], isCostly: true });
          // The others can be tried in another batch.
          break;
        }
        const { read, failed } = sortOut(single);
        done.read.push(...read);
        done.failed.push(...failed);
      }
      return done;
    },

    async withPicture(file, page, use) {
      return run(file, { kind: 'page-picture', sha256: file.sha256, page }, async (outcome, picture) => {
        if (outcome.state === 'done') return use(picture);
        if (outcome.state === 'damaged') throw new PageFailed(reasons.broken);
        throw new PageFailed(reasons[orThrow(outcome).cause]);
      });
    },
  };
}

/** True if files of this type have text. Pictures that are uploaded as files are covers. */
export function hasText({ mimeType }: Pick<FileRecord, 'mimeType'>): boolean {
  return mimeType === 'application/pdf' || mimeType === 'text/html';
}

export function isHtml({ mimeType }: Pick<FileRecord, 'mimeType'>): boolean {
  return mimeType === 'text/html';
}

/** Returns the current version of text extraction for files of this type. */
export function recipeOf(file: Pick<FileRecord, 'mimeType'>): number {
  return isHtml(file) ? htmlRecipe : textRecipe;
}

/** Returns the failure of this job; throws if the failure is that of the whole file, or not caused by the file. */
function orThrow(outcome: Exclude<TextOutcome, { state: 'done' }> | Failed): FileFailure {
  if (outcome.state !== 'failed') throw new Unreadable(reasons[outcome.state]);
  const { cause } = outcome;
  if (cause === 'unavailable') throw new ReadingUnavailable(outcome.reason);
  return { ...outcome, cause };
}

function sortOut(pages: readonly PageRead[]): ReadPages {
  return {
    read: pages.filter(({ isBroken }) => !isBroken),
    failed: pages
      .filter(({ isBroken }) => isBroken)
      .map(({ page }) => ({ page, reason: reasons.broken, isCostly: false })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
