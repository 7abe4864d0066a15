import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { visitor } from '#domain/account.ts';
import { turnOfPage } from '#domain/page-turns.ts';
import { sharePictureAddress, pages } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import type { Change, Changes } from '#server/library/changes.ts';
import type { FileService, StoredFile } from '#server/library/files/file-service.ts';
import { createFairQueue } from '#server/machinery/queues/fair-queue.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import { createPictureCache, pictureScratch, type CachedPicture } from '#server/library/pictures/picture-cache.ts';
import { tryLater } from '#server/library/pictures/picture-maker.ts';
import type { PictureService } from '#server/library/pictures/picture-service.ts';
import { createRecent } from '#server/library/pictures/recent.ts';
import { createSharedWork } from '#server/machinery/queues/shared-work.ts';
import {
  createWorkerProcess,
  limitTime,
  type OpenWorker,
  type WorkerLimits,
} from '#server/machinery/processes/worker-process.ts';
import { readSharedPage, type DescribeShared } from './describe-shared.ts';
import type { ShareJob, ShareOutcome, SharePicture } from './share-picture.ts';

/** A drawn picture on the disk; the etag always identifies the same picture. */
export type DrawnPicture = CachedPicture & { etag: string };

/** The pictures of pages for shared links, as chats show them. Drawn when they are requested, and cached. */
export interface SharePictureService {
  /**
   * Returns the picture with this path (sharePictureAddress). `from` is the site of the requester: each has one picture
   * drawn at a time. `gone` for a material that was withdrawn or is hidden. Throws Problem `general_service_unavailable`
   * with `Retry-After` if too many wait or it did not start in time.
   */
  find(path: string, from: string, signal?: AbortSignal): Promise<DrawnPicture | 'missing' | 'gone'>;
  close(): Promise<void>;
}

/** About a thousand pictures: those of the materials that are shared at the moment. */
const maxCachedBytes = 64 * 1024 * 1024;
const queueLimits = {
  /** Drawing takes a quarter of a second, so the last of these waits as long as a chat service does. */
  maxWaiting: 40,
  /** A requester of more at once is a crawler, which retries. */
  maxWaitingPerKey: 8,
  maxWaitMs: 10_000,
};
export const sharePictureLimits: WorkerLimits = {
  ...limitTime(10_000),
  maxResidentBytes: 400 * 1024 * 1024,
  idleMs: 30_000,
};
/** Wide enough for the card of a first page, and already made for lists. */
const pageWidth = 640;
/** Part of every picture's name in the cache: increase it when pictures should look different. */
const recipe = 1;

/** Pictures without a page need no file; the process gets one that always exists. */
const noPage = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));

export function createSharePictureService(parts: {
  directory: string;
  describe: DescribeShared;
  files: Pick<FileService, 'getReadable'>;
  pictures: Pick<PictureService, 'picture'>;
  changes: Pick<Changes, 'listen'>;
  log: Logger;
  openWorker?: OpenWorker | undefined;
  maxCacheBytes?: number;
  limits?: Partial<typeof queueLimits>;
}): SharePictureService {
  const { directory, describe, files, pictures, log } = parts;
  const cache = createPictureCache({ directory, maxBytes: parts.maxCacheBytes ?? maxCachedBytes });
  const queue = createFairQueue({ lanes: ['share'], workers: 1, ...queueLimits, ...parts.limits });
  const worker = (parts.openWorker ?? createWorkerProcess)<ShareJob, ShareOutcome>({
    program: new URL('./share-picture-worker.ts', import.meta.url),
    scratch: pictureScratch(directory),
    log,
    limits: sharePictureLimits,
  });
  const drawing = createSharedWork<DrawnPicture>();
  /** Materials that changed while their pictures were being drawn. */
  const changed = createRecent();

  const stopListening = parts.changes.listen((change) => {
    for (const id of changedMaterials(change)) {
      const key = keyOf(sharePictureAddress(pages.material(id)));
      changed.note(key);
      cache
        .forget(key)
        .catch((error: unknown) => log.warn({ err: error, id }, 'a picture for links could not be deleted'));
    }
  });

  /** Draws the picture, unless another request did while this one waited. */
  async function draw(key: string, picture: SharePicture, file: StoredFile | null, signal: AbortSignal) {
    const page = file && (await findPage(pictures, file, signal));
    const hasPage = picture.art === 'page' || picture.art === 'cover';
    const shown = hasPage && page === null ? { ...picture, art: { sheet: '' } } : picture;
    const name = nameOf(shown, page === null ? null : file);
    const found = await cache.find(key, name);
    if (found) return { ...found, etag: name };
    return worker.run({ kind: 'share', picture: shown }, page ?? noPage, async (outcome, output) => {
      if (outcome.state === 'fine') return { ...(await cache.keep(key, name, output)), etag: name };
      log.warn({ outcome, title: shown.title }, 'a picture for links could not be drawn');
      throw tryLater();
    });
  }

  return {
    async find(path, from, signal) {
      const page = readSharedPage(path);
      const described = page && (await describe(page));
      if (!described) return 'missing';
      if (typeof described === 'string') return described;
      const { picture, fileId } = described;
      await cache.ready();
      const key = keyOf(path);
      const since = changed.moment();
      const file = fileId === null ? null : await findReadable(files, fileId);
      const name = nameOf(picture, file);
      const found = await cache.find(key, name);
      if (found) return { ...found, etag: name };
      try {
        const drawn = await drawing.join(`${key}/${name}`, signal, (isWanted) =>
          queue.add({ lane: 'share', key: from, signal: isWanted }, () => draw(key, picture, file, isWanted)),
        );
        if (changed.since(key, since)) await cache.forget(key);
        return drawn;
      } catch (error) {
        // The page's picture was evicted from its cache before it was drawn.
        const isEvicted = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        throw error instanceof Refused || isEvicted || signal?.aborted ? tryLater() : error;
      }
    },

    async close() {
      stopListening();
      queue.close();
      await worker.close();
    },
  };
}

/** Returns the path of the first page or cover; null if there can be none, as of a locked PDF. */
async function findPage(
  pictures: Pick<PictureService, 'picture'>,
  file: StoredFile,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await pictures.picture(file, { width: pageWidth, page: 1, format: 'webp' }, signal)).path;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  }
}

/** Returns the materials whose pictures have changed. */
function changedMaterials(change: Change): string[] {
  if (change.subject !== 'material' && change.subject !== 'materials') return [];
  const changes = change.subject === 'materials' ? change.changes : [change];
  return changes.flatMap(({ action, material }) => (action === 'create' ? [] : [material.id]));
}

/** Returns the file if visitors may read it; null otherwise, and then the picture has no page in it. */
async function findReadable(files: Pick<FileService, 'getReadable'>, fileId: string): Promise<StoredFile | null> {
  try {
    return await files.getReadable(visitor, fileId);
  } catch (error) {
    if (error instanceof Problem && error.type === 'storage_file_not_found') return null;
    throw error;
  }
}

/** Returns the folder in the cache of the pictures with this path. */
function keyOf(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}

/** Returns a name that depends on everything that is drawn. */
function nameOf(picture: SharePicture, file: StoredFile | null): string {
  const page = file && [file.sha256, turnOfPage(file.pageTurns, 1)];
  const drawn = JSON.stringify([recipe, picture, page]);
  return createHash('sha256').update(drawn).digest('base64url').slice(0, 27);
}
