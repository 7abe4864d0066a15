import { availableParallelism, totalmem } from 'node:os';
import type { Logger } from 'pino';
import { sharingPicture } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/database/database.ts';
import { isDigest } from '#server/digest.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createFairQueue, NotServed } from './fair-queue.ts';
import { createInspector, type PdfInspection } from './inspector.ts';
import { createPictureCache, pictureScratch, type CachedPicture } from './picture-cache.ts';
import type { PictureFormat, PictureJob, PictureOutcome } from './picture-job.ts';
import { noSuchPage, notFound, tryLater, unpicturable, whyNot } from './picture-problems.ts';
import { createRecent } from './recent.ts';
import { createRefusals } from './refusals.ts';
import type { Failed } from './serve-jobs.ts';
import { createSharedWork } from './shared-work.ts';
import { createWorkerPool } from './worker-pool.ts';
import type { WorkerLimits, WorkerParts } from './worker-process.ts';

export type { PictureFormat } from './picture-job.ts';

export type PictureOptions = {
  width: number;
  /** Cut from the top in the shape of link previews; left out for the whole picture. */
  shape?: 'sharing';
  /** Counts from 1. */
  page: number;
  format: PictureFormat;
};

/** A made picture, as the byte routes send it. */
type Picture = {
  path: string;
  sizeBytes: number;
  mediaType: string;
  /** Names these bytes for good, without quotes: the file's digest and the options. */
  etag: string;
};

/** Pictures of stored files: of an image, or of a page of a PDF. Derived, cached, rebuildable at any hour. */
export interface PictureService {
  /**
   * A picture `width` pixels wide, snapped up to 160, 320, 640, 1280 or 2560; images are not
   * enlarged. Made once, in turn with those of other files, in a child process that is ended on time or memory. It tells
   * nothing of place or camera. When `signal` is aborted it is no longer waited for.
   * Throws Problem `storage_bucket_transformations_disabled` for what cannot be pictured, which is remembered for an
   * hour; `general_argument_invalid` for a page the file does not have; `general_service_unavailable` with `Retry-After`
   * when its turn did not come within ten seconds, or too many wait.
   */
  picture(file: FileRecord, options: PictureOptions, signal?: AbortSignal): Promise<Picture>;
  /** An image file without metadata, otherwise as it is (strip-metadata.ts). Throws as `picture` does. */
  stripped(file: FileRecord, signal?: AbortSignal): Promise<Picture>;
  /**
   * Begins to make what the pages will ask of a file that has just come: its first page at the widths of lists and
   * covers. Returns at once and tells nobody when it fails; leaves it when much is waiting already.
   */
  prepare(file: FileRecord): void;
  /** Forgets what was made of a file with those bytes. */
  forget(sha256: string): Promise<void>;
  /** The files something was made of, by their SHA-256. */
  digests(): Promise<string[]>;
  /** How many pictures wait or are being made. */
  waiting(): number;
  close(): Promise<void>;
}

const pictureWidths = [160, 320, 640, 1280, 2560] as const;

/** Widths of `api.filePicture` on cards and covers and while a document opens; the widest is shown first. */
const preparedWidths = [640, 320] as const;
const strippedName = 'stripped';

/** Kinds of picture that never wait for one another. */
type Lane = 'covers' | 'sharing' | 'pages';

/** In each lane. A list page shows forty covers; five people may open one at once on a fresh server. */
const maxWaiting = 200;
/** In each lane. More pictures of one file than a screen shows are for a program, which can come back. */
const maxWaitingOfFile = 24;
/** Nobody looks at an empty frame for longer; a browser asks again (app/features/materials/use-picture.ts). */
const patienceMs = 10_000;
/** More would only take from the server what the disk and the line can bear. */
const maxWorkers = 4;
/** A process may hold 700 MB, which few pictures need: one for each 2 GB beyond the least number. */
const memoryOfWorker = 2 * 1024 ** 3;
export const pictureLimits: WorkerLimits = { jobMs: 10_000, maxResidentBytes: 700 * 1024 * 1024, idleMs: 30_000 };
/** Shorter than an upload waits for it (server/files/upload.ts), so that the uploader is told what was found. */
const inspectionLimits: WorkerLimits = { ...pictureLimits, jobMs: 8000 };
/** Half a gigabyte holds some 20,000 covers. */
const usualCacheBytes = 512 * 1024 * 1024;

export function createPictureService(parts: {
  storage: Storage;
  directory: string;
  log: Logger;
  maxCacheBytes?: number;
  limits?: WorkerLimits;
  /** How long a picture may wait for its turn, in milliseconds. */
  patienceMs?: number;
  /** For a `directory` on another disk than the files (worker-process.ts). */
  inputs?: WorkerParts['inputs'];
}): PictureService & { inspect(fileId: string): Promise<PdfInspection> } {
  const { storage, directory, log } = parts;
  const cache = createPictureCache({ directory, maxBytes: parts.maxCacheBytes ?? usualCacheBytes });
  const workers = countWorkers();
  const worker = {
    program: new URL('./worker.ts', import.meta.url),
    scratch: pictureScratch(directory),
    inputs: parts.inputs,
    log,
  };
  const pool = createWorkerPool<PictureJob, PictureOutcome>({
    ...worker,
    limits: parts.limits ?? pictureLimits,
    size: workers,
  });
  const queue = createFairQueue({
    lanes: ['covers', 'sharing', 'pages'],
    workers,
    maxWaiting,
    maxWaitingPerKey: maxWaitingOfFile,
    patienceMs: parts.patienceMs ?? patienceMs,
  });
  const inspector = createInspector({
    storage,
    worker: { ...worker, limits: parts.limits ?? inspectionLimits },
    patienceMs: parts.patienceMs ?? patienceMs,
    ready: () => cache.ready(),
  });
  const refusals = createRefusals();
  const making = createSharedWork<CachedPicture>();
  /** Files that went while pictures of them were being made. */
  const gone = createRecent();

  type Wanted = { file: FileRecord; name: string; job: PictureJob; lane: Lane };

  async function make({ file, name, job, lane }: Wanted, since: number, signal: AbortSignal): Promise<CachedPicture> {
    const { sha256 } = file;
    const place = { lane, key: sha256, signal };
    const made = await queue.add(place, async () => {
      // Another request may have made it while this one waited.
      const found = await cache.find(sha256, name);
      if (found) return found;
      const kept = await storage.withLocalFile(file.id, (path) =>
        pool.run(job, path, async (outcome, output) => {
          if (outcome.state === 'fine') return cache.keep(sha256, name, output);
          throw explain(outcome, sha256, name);
        }),
      );
      if (gone.since(sha256, since)) await cache.forget(sha256);
      return kept;
    });
    if (!made) throw notFound();
    return made;
  }

  function explain(
    outcome: Exclude<PictureOutcome, { state: 'fine' }> | Failed,
    sha256: string,
    name: string,
  ): Problem {
    switch (outcome.state) {
      case 'no-such-page':
        return noSuchPage(outcome.pageCount);
      case 'other-bytes':
        log.warn({ sha256 }, 'the bytes of a stored file are not the ones that were uploaded');
        return notFound();
      case 'locked':
      case 'too-large':
        refusals.refuseFile(sha256, whyNot[outcome.state]);
        return unpicturable(whyNot[outcome.state]);
      case 'damaged':
        refusals.refusePicture(sha256, name, whyNot.damaged, false);
        return unpicturable(whyNot.damaged);
      case 'failed':
        if (outcome.cause === 'unavailable') return tryLater();
        refusals.refusePicture(sha256, name, whyNot['too-large'], true);
        return unpicturable(whyNot['too-large']);
    }
  }

  async function obtain(wanted: Wanted, mediaType: string, signal: AbortSignal | undefined): Promise<Picture> {
    const { file, name } = wanted;
    const describe = (made: CachedPicture) => ({ ...made, mediaType, etag: `${file.sha256}-${name}` });
    const begun = gone.moment();
    const found = await cache.find(file.sha256, name);
    if (found) return describe(found);
    const why = refusals.find(file.sha256, name);
    if (why !== null) throw unpicturable(why);
    try {
      const key = `${file.sha256}/${name}`;
      return describe(await making.join(key, signal, (isWanted) => make(wanted, begun, isWanted)));
    } catch (error) {
      throw error instanceof NotServed || signal?.aborted ? tryLater() : error;
    }
  }

  return {
    async picture(file, options, signal) {
      const isImage = file.mimeType.startsWith('image/');
      if (!isImage && file.mimeType !== 'application/pdf') throw unpicturable('only PDFs and images can be');
      const pageCount = isImage ? 1 : file.pageCount;
      if (!Number.isSafeInteger(options.page) || options.page < 1 || (pageCount !== null && options.page > pageCount))
        throw noSuchPage(pageCount);
      const width =
        pictureWidths.find((candidate) => candidate >= options.width) ??
        pictureWidths[pictureWidths.length - 1] ??
        options.width;
      const { page, format } = options;
      const height =
        options.shape === undefined ? null : Math.round((width * sharingPicture.height) / sharingPicture.width);
      const name = `${width}${height === null ? '' : `x${height}`}-${page}.${format}`;
      const job: PictureJob = { kind: 'picture', sha256: file.sha256, width, height, page, format };
      const lane = height !== null ? 'sharing' : page === 1 ? 'covers' : 'pages';
      return obtain({ file, name, job, lane }, `image/${format}`, signal);
    },

    stripped(file, signal) {
      const job: PictureJob = { kind: 'strip', sha256: file.sha256 };
      return obtain({ file, name: strippedName, job, lane: 'covers' }, file.mimeType, signal);
    },

    prepare(file) {
      if (queue.size() > maxWaiting / 2) return;
      for (const width of preparedWidths) {
        // What cannot be pictured is told whoever asks for it.
        this.picture(file, { width, page: 1, format: 'webp' }).catch((error: unknown) => {
          if (!(error instanceof Problem)) log.warn({ err: error, fileId: file.id }, 'a picture could not be prepared');
        });
      }
    },

    inspect: (fileId) => inspector.inspect(fileId),
    waiting: () => queue.size(),
    digests: () => cache.digests(),

    async forget(sha256) {
      gone.note(sha256);
      refusals.forget(sha256);
      if (isDigest(sha256)) await cache.forget(sha256);
    },

    async close() {
      queue.close();
      await Promise.all([pool.close(), inspector.close()]);
    },
  };
}

/** One core is for the server. Two at least, so that one slow file leaves a process to the others. */
function countWorkers(): number {
  // What a container or a service may use can be less than what the machine has; 0 when nothing is set.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(2, Math.min(maxWorkers, availableParallelism() - 1, Math.floor(memory / memoryOfWorker)));
}
