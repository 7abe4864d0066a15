import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { isIdentifier } from '#domain/identifier.ts';
import { sharingPicture } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/database/database.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createJobQueue } from './job-queue.ts';
import { createPictureCache, type CachedPicture } from './picture-cache.ts';
import type { PictureFormat, PictureJob, PictureOutcome } from './picture-job.ts';
import { createWorkerProcess, type Failed, type WorkerLimits } from './worker-process.ts';

export type { PictureFormat } from './picture-job.ts';

export type PictureWish = {
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
  /** Names these bytes for good, without quotes: the file's digest and the wish. */
  etag: string;
};

/** Pictures of stored files: of an image, or of a page of a PDF. Derived, cached, rebuildable at any hour. */
export interface PictureService {
  /**
   * A picture `width` pixels wide, snapped up to 160, 320, 640, 1280 or 2560 (design decision 8); images are not
   * enlarged. Made once by a bounded queue in a child process that is ended on time or memory.
   * Throws Problem `storage_bucket_transformations_disabled` for what cannot be pictured, `general_argument_invalid`
   * for a page the file does not have, `general_rate_limit_exceeded` when too many pictures are waiting.
   */
  picture(file: FileRecord, wish: PictureWish): Promise<Picture>;
  /**
   * Begins to make what the pages will ask of a file that has just come: its first page at the widths of lists and
   * covers. Returns at once and tells nobody when it fails; leaves it when much is waiting already.
   */
  prepare(file: FileRecord): void;
  /** Forgets the pictures of a file that is gone. */
  forget(fileId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Looks at a PDF or an image in the same guarded child process: how many pages (1 for an image), locked, damaged. Never
 * throws for a bad file.
 */
export type PdfInspection =
  { state: 'fine'; pageCount: number } | { state: 'locked' } | { state: 'damaged' } | { state: 'unknown' };

const pictureWidths = [160, 320, 640, 1280, 2560] as const;

/** Widths of `api.filePicture` on cards and covers and while a document opens; the widest is shown first. */
const preparedWidths = [640, 320] as const;
const maxWaiting = 64;
/** Half a gigabyte holds some 20,000 covers. */
const usualCacheBytes = 512 * 1024 * 1024;
/** How long a file that could not be pictured is not tried again. */
const refusedMs = 10 * 60 * 1000;
const maxRefused = 1000;

export function createPictureService(parts: {
  storage: Storage;
  directory: string;
  log: Logger;
  maxCacheBytes?: number;
  limits?: WorkerLimits;
}): PictureService & { inspect(fileId: string): Promise<PdfInspection> } {
  const { storage, log } = parts;
  const cache = createPictureCache({ directory: parts.directory, maxBytes: parts.maxCacheBytes ?? usualCacheBytes });
  const worker = createWorkerProcess<PictureJob, PictureOutcome>({
    ...parts,
    program: new URL('./worker.ts', import.meta.url),
  });
  const queue = createJobQueue(maxWaiting);
  const making = new Map<string, Promise<CachedPicture>>();
  const refused = new Map<string, { why: string; until: number }>();

  /** Null when the file is missing. */
  function enqueue(
    fileId: string,
    job: (path: string) => PictureJob,
    isUrgent: boolean,
  ): Promise<PictureOutcome | Failed | null> {
    const queued = queue.add(() => storage.withLocalFile(fileId, (path) => worker.run(job(path))), isUrgent);
    if (queued) return queued;
    throw new Problem(
      'general_rate_limit_exceeded',
      'Too many pictures are being made right now. Please try again in a moment.',
      {
        headers: { 'Retry-After': '5' },
      },
    );
  }

  async function make(
    fileId: string,
    name: string,
    wish: Pick<PictureJob & { kind: 'picture' }, 'width' | 'height' | 'page' | 'format'>,
  ): Promise<CachedPicture> {
    const output = await cache.scratchPath();
    try {
      const outcome = await enqueue(fileId, (path) => ({ kind: 'picture', path, output, ...wish }), false);
      if (!outcome) throw new Problem('storage_file_not_found', 'The requested file could not be found.');
      if (outcome.state === 'fine') return await cache.keep(fileId, name, output);
      if (outcome.state === 'no-such-page') throw noSuchPage(outcome.pageCount);
      // A locked file is so on every page; what failed on one page or one size may do on another.
      const key = outcome.state === 'locked' ? fileId : `${fileId}/${name}`;
      throw refuse(key, whyNot[outcome.state]);
    } finally {
      await rm(output, { force: true });
    }
  }

  function refuse(key: string, why: string): Problem {
    if (refused.size >= maxRefused) refused.clear();
    refused.set(key, { why, until: performance.now() + refusedMs });
    return unpicturable(why);
  }

  function requireNotRefused(key: string): void {
    const found = refused.get(key);
    if (found && found.until > performance.now()) throw unpicturable(found.why);
    refused.delete(key);
  }

  const service: PictureService & { inspect(fileId: string): Promise<PdfInspection> } = {
    async picture(file, wish) {
      const isImage = file.mimeType.startsWith('image/');
      if (!isImage && file.mimeType !== 'application/pdf') throw unpicturable('only PDFs and images can be');
      const pageCount = isImage ? 1 : file.pageCount;
      if (!Number.isSafeInteger(wish.page) || wish.page < 1 || (pageCount !== null && wish.page > pageCount))
        throw noSuchPage(pageCount);
      const width =
        pictureWidths.find((candidate) => candidate >= wish.width) ??
        pictureWidths[pictureWidths.length - 1] ??
        wish.width;
      const { page, format } = wish;
      const height =
        wish.shape === undefined ? null : Math.round((width * sharingPicture.height) / sharingPicture.width);
      const name = `${width}${height === null ? '' : `x${height}`}-${page}.${format}`;
      const key = `${file.id}/${name}`;
      requireNotRefused(file.id);
      requireNotRefused(key);
      const made =
        (await cache.find(file.id, name)) ??
        (await makeOnce(key, () => make(file.id, name, { width, height, page, format })));
      return { ...made, mediaType: `image/${wish.format}`, etag: `${file.sha256}-${name}` };
    },

    prepare(file) {
      if (queue.size() > maxWaiting / 2) return;
      for (const width of preparedWidths) {
        // What cannot be pictured is told whoever asks for it.
        service.picture(file, { width, page: 1, format: 'webp' }).catch((error: unknown) => {
          if (!(error instanceof Problem)) log.warn({ err: error, fileId: file.id }, 'a picture could not be prepared');
        });
      }
    },

    async inspect(fileId) {
      try {
        const outcome = await enqueue(fileId, (path) => ({ kind: 'inspect', path }), true);
        if (outcome?.state === 'fine' || outcome?.state === 'locked' || outcome?.state === 'damaged') return outcome;
      } catch (error) {
        log.warn({ err: error, fileId }, 'a file could not be inspected');
      }
      return { state: 'unknown' };
    },

    async forget(fileId) {
      if (isIdentifier(fileId)) await cache.forget(fileId);
    },

    close: () => worker.close(),
  };
  return service;

  /** The same picture asked for twice at once is made once. */
  function makeOnce(key: string, work: () => Promise<CachedPicture>): Promise<CachedPicture> {
    const running = making.get(key);
    if (running) return running;
    const started = work().finally(() => making.delete(key));
    making.set(key, started);
    return started;
  }
}

const whyNot = {
  locked: 'it needs a password',
  damaged: 'it looks damaged',
  failed: 'it is too large or too complicated',
} as const;

function unpicturable(why: string): Problem {
  return new Problem('storage_bucket_transformations_disabled', `This file cannot be shown as a picture: ${why}.`);
}

function noSuchPage(pageCount: number | null): Problem {
  const most = pageCount === null ? '' : ` to ${pageCount}`;
  return new Problem('general_argument_invalid', `Invalid \`page\` param: must be a whole number from 1${most}.`);
}
