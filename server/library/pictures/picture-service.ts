import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { DerivedPlace } from './derived-files.ts';
import { createFairQueue } from '#server/machinery/queues/fair-queue.ts';
import { createInspector, type Inspector } from './inspector.ts';
import {
  countWorkers,
  inspectionLimits,
  maxCachedBytes,
  maxWaiting,
  maxWaitingOfFile,
  maxWaitMs,
  pictureLimits,
} from './picture-capacity.ts';
import { createPictureCache, pictureScratch } from './picture-cache.ts';
import type { PictureJob, PictureOutcome } from './picture-job.ts';
import { createPictureMaker, pictureLanes, type Picture } from './picture-maker.ts';
import { requestPicture, requestStripped, type PictureOptions } from './picture-request.ts';
import { createSharedDerived, createSharedCache } from './shared-derived.ts';
import {
  createWorkerProcess,
  createWorkerPool,
  type OpenWorker,
  type WorkerLimits,
  type WorkerParts,
} from '#server/machinery/processes/worker-process.ts';

/** Pictures of stored files: of an image, or of a page of a PDF. Derived and cached: all can be made again. */
export interface PictureService {
  /**
   * Returns a picture `width` pixels wide, snapped up to 160, 320, 640, 1280 or 2560; images are not enlarged. Made once,
   * in turn with those of other files, in a child process with limits of time and memory. It has no metadata, such as the
   * location or the camera of a photograph. Rejects when `signal` is aborted. Throws Problem
   * `storage_bucket_transformations_disabled` for files that cannot be pictured, which is remembered for an hour;
   * `general_argument_invalid` for a page the file does not have; `general_service_unavailable` with `Retry-After` if it
   * did not start within ten seconds, or the queue is full.
   */
  picture(file: FileRecord, options: PictureOptions, signal?: AbortSignal): Promise<Picture>;
  /** Returns an image file without metadata, otherwise unchanged (strip-metadata.ts). Throws as `picture` does. */
  stripped(file: FileRecord, signal?: AbortSignal): Promise<Picture>;
  /**
   * Starts making the pictures of a new file that pages will show: its first page at the widths of lists and covers.
   * Returns at once; a failure is not reported to the caller. Does nothing if the queue is half full.
   */
  prepare(file: FileRecord): void;
  /** Deletes the pictures of a file with those bytes, also in the store of all nodes. */
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file that has pictures, cached on this machine or in the store of all nodes. */
  digests(place: DerivedPlace): AsyncIterable<string>;
  /** Prepares the cache: the remains of an earlier server are deleted. */
  ready(): Promise<void>;
  /** Returns the number of pictures that are queued or being made. */
  waiting(): number;
  close(): Promise<void>;
}

/** Widths of `api.filePicture` on cards and covers and while a document opens; the widest is shown first. */
const preparedWidths = [640, 320] as const;

export function createPictureService(parts: {
  storage: Storage;
  directory: string;
  log: Logger;
  maxCacheBytes?: number;
  limits?: WorkerLimits;
  /** Longest wait of a picture in the queue, in milliseconds. */
  maxWaitMs?: number;
  /** For a `directory` on another disk than the files (worker-process.ts). */
  inputs?: WorkerParts['inputs'];
  openWorker?: OpenWorker | undefined;
  /** If false, pictures are not shared with other nodes that use the store. */
  isShared?: boolean;
}): PictureService & Pick<Inspector, 'inspect' | 'tryPassword'> {
  const { storage, directory, log, openWorker = createWorkerProcess } = parts;
  const shared = createSharedDerived({
    objects: parts.isShared === false ? null : storage.derived,
    kind: 'pictures',
    scratch: pictureScratch(directory),
    log,
  });
  const cache = createSharedCache(
    createPictureCache({ directory, maxBytes: parts.maxCacheBytes ?? maxCachedBytes }),
    shared,
  );
  const workers = countWorkers();
  const worker = {
    program: new URL('./picture-worker.ts', import.meta.url),
    scratch: pictureScratch(directory),
    inputs: parts.inputs,
    log,
  };
  const pool = createWorkerPool<PictureJob, PictureOutcome>(openWorker, {
    ...worker,
    limits: parts.limits ?? pictureLimits,
    size: workers,
  });
  const queue = createFairQueue({
    lanes: pictureLanes,
    workers,
    maxWaiting,
    maxWaitingPerKey: maxWaitingOfFile,
    maxWaitMs: parts.maxWaitMs ?? maxWaitMs,
  });
  const inspector = createInspector({
    storage,
    process: openWorker({ ...worker, limits: parts.limits ?? inspectionLimits }),
    log,
    maxWaitMs: parts.maxWaitMs ?? maxWaitMs,
    ready: () => cache.ready(),
  });
  const maker = createPictureMaker({ storage, cache, queue, worker: pool, log });

  return {
    picture: async (file, options, signal) => maker.obtain(requestPicture(file, options), signal),
    stripped: (file, signal) => maker.obtain(requestStripped(file), signal),

    prepare(file) {
      if (queue.size() > maxWaiting / 2) return;
      for (const width of preparedWidths) {
        // `this`, because `picturesOnFullDisk` replaces `picture`. A Problem is not logged: a later request for the
        // picture gets it.
        this.picture(file, { width, page: 1, format: 'avif' }).catch((error: unknown) => {
          if (!(error instanceof Problem)) log.warn({ err: error, fileId: file.id }, 'a picture could not be prepared');
        });
      }
    },

    inspect: (fileId) => inspector.inspect(fileId),
    tryPassword: (fileId, password) => inspector.tryPassword(fileId, password),
    waiting: () => queue.size(),
    digests: (place) => cache.digests(place),
    ready: () => cache.ready(),
    forget: (sha256) => maker.forget(sha256),

    async close() {
      queue.close();
      await Promise.all([pool.close(), inspector.close(), shared?.close()]);
    },
  };
}
