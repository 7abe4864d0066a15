import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { isDigest } from '#server/machinery/files/digest.ts';
import type { Failed } from '#server/machinery/processes/serve-jobs.ts';
import type { WorkerProcess } from '#server/machinery/processes/worker-process.ts';
import type { FairQueue } from '#server/machinery/queues/fair-queue.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import { createSharedWork } from '#server/machinery/queues/shared-work.ts';
import type { CachedPicture } from './picture-cache.ts';
import type { PictureJob, PictureOutcome } from './picture-job.ts';
import { createRecent } from './recent.ts';
import type { SharedCache } from './shared-derived.ts';

/** Remembers which pictures cannot be made, and the reasons, so that they are not tried again for every request. */
interface Refusals {
  /** Returns the reason why that picture of the file cannot be made; null if it may be tried. */
  find(sha256: string, name: string): string | null;
  /** Refuses all pictures of a file: it needs a password, or is too large. */
  refuseFile(sha256: string, why: string): void;
  /** Refuses one picture. `isCostly` if it timed out or crashed its process. */
  refusePicture(sha256: string, name: string, why: string, isCostly: boolean): void;
  forget(sha256: string): void;
}

/** A picture may have timed out because the machine was busy; after this time it is retried. */
const refusalMs = 60 * 60 * 1000;
/** Files; the one that was refused first is evicted. Each takes a few hundred bytes. */
const maxFiles = 2000;
const maxNames = 50;
/** Number of pictures that timed out or crashed after which no other of the file is tried. */
const maxCostly = 2;

type Entry = { until: number; why: string | null; names: Map<string, string>; costly: number };

export function createRefusals({ now = () => performance.now() }: { now?: () => number } = {}): Refusals {
  const entries = new LRUCache<string, Entry>({ max: maxFiles });

  function entryOf(sha256: string): Entry {
    const known = entries.peek(sha256);
    const entry = known && known.until > now() ? known : { until: 0, why: null, names: new Map(), costly: 0 };
    entry.until = now() + refusalMs;
    entries.set(sha256, entry);
    return entry;
  }

  return {
    find(sha256, name) {
      const entry = entries.peek(sha256);
      if (entry && entry.until <= now()) entries.delete(sha256);
      else if (entry) return entry.why ?? entry.names.get(name) ?? null;
      return null;
    },
    refuseFile(sha256, why) {
      entryOf(sha256).why = why;
    },
    refusePicture(sha256, name, why, isCostly) {
      const entry = entryOf(sha256);
      if (isCostly) entry.costly += 1;
      if (entry.costly >= maxCostly) entry.why = why;
      if (entry.names.size < maxNames) entry.names.set(name, why);
    },
    forget: (sha256) => void entries.delete(sha256),
  };
}

/** The reasons why no picture can be made, in the words of the error message. */
const refusalReasons = {
  locked: 'it needs a password',
  damaged: 'it looks damaged',
  'too-large': 'it is too large or too complicated',
} as const;

const laterSeconds = 5;

export function tryLater(): Problem {
  return new Problem(
    'general_service_unavailable',
    'Too many pictures are being made right now. Please try again in a moment.',
    { headers: { 'Retry-After': String(laterSeconds) } },
  );
}

function notFound(): Problem {
  return new Problem('storage_file_not_found', 'The requested file could not be found.');
}

export function unpicturable(why: string): Problem {
  return new Problem('storage_bucket_transformations_disabled', `This file cannot be shown as a picture: ${why}.`);
}

export function noSuchPage(pageCount: number | null): Problem {
  const most = pageCount === null ? '' : ` to ${pageCount}`;
  return new Problem('general_argument_invalid', `Invalid \`page\` param: must be a whole number from 1${most}.`);
}

/** Kinds of picture that never wait for one another. */
export const pictureLanes = ['covers', 'sharing', 'pages'] as const;
export type PictureLane = (typeof pictureLanes)[number];

/** A picture of a file: its name in the cache, its job, and its lane in the queue. */
export type PictureRequest = { file: FileRecord; name: string; job: PictureJob; lane: PictureLane; mediaType: string };

/** A picture that was made, as the byte routes send it. */
export type Picture = {
  path: string;
  sizeBytes: number;
  mediaType: string;
  /** Always identifies the same bytes, without quotes: the file's digest and the options. */
  etag: string;
};

/** Makes pictures that are not cached yet, each once for any number of requests. */
export type PictureMaker = {
  /** Returns the picture from the cache, or makes it. Throws as `PictureService.picture` does. */
  obtain(request: PictureRequest, signal: AbortSignal | undefined): Promise<Picture>;
  /** Deletes the pictures of a file with those bytes, also unfinished ones. */
  forget(sha256: string): Promise<void>;
};

export function createPictureMaker(parts: {
  storage: Pick<Storage, 'withLocalFile'>;
  cache: SharedCache;
  queue: Pick<FairQueue<PictureLane>, 'add'>;
  worker: Pick<WorkerProcess<PictureJob, PictureOutcome>, 'run'>;
  log: Logger;
}): PictureMaker {
  const { storage, cache, queue, worker, log } = parts;
  const refusals = createRefusals();
  const making = createSharedWork<CachedPicture>();
  /** Files that were deleted while pictures of them were being made. */
  const deleted = createRecent();

  async function make(request: PictureRequest, since: number, signal: AbortSignal): Promise<CachedPicture> {
    const { name, lane } = request;
    const { sha256 } = request.file;
    const made = await queue.add({ lane, key: sha256, signal }, async () => {
      // Another request may have made it while this one waited.
      const found = await cache.find(sha256, name);
      if (found) return found;
      const cached = (await cache.fetch(sha256, name)) ?? (await draw(request));
      if (deleted.since(sha256, since)) await cache.forget(sha256);
      return cached;
    });
    if (!made) throw notFound();
    return made;
  }

  /** Draws a picture; null if the bytes are missing. */
  function draw({ file, name, job }: PictureRequest): Promise<CachedPicture | null> {
    return storage.withLocalFile(file.id, (path) =>
      worker.run(job, path, async (outcome, output) => {
        if (outcome.state === 'fine') return cache.keep(file.sha256, name, output);
        throw explain(outcome, file.sha256, name);
      }),
    );
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
        refusals.refuseFile(sha256, refusalReasons[outcome.state]);
        return unpicturable(refusalReasons[outcome.state]);
      case 'portfolio':
      case 'not-locked':
      case 'damaged':
        refusals.refusePicture(sha256, name, refusalReasons.damaged, false);
        return unpicturable(refusalReasons.damaged);
      case 'failed':
        if (outcome.cause === 'unavailable') return tryLater();
        refusals.refusePicture(sha256, name, refusalReasons['too-large'], true);
        return unpicturable(refusalReasons['too-large']);
    }
  }

  return {
    async obtain(request, signal) {
      const { file, name, mediaType } = request;
      const describe = (made: CachedPicture) => ({ ...made, mediaType, etag: `${file.sha256}-${name}` });
      const since = deleted.moment();
      const found = await cache.find(file.sha256, name);
      if (found) return describe(found);
      const why = refusals.find(file.sha256, name);
      if (why !== null) throw unpicturable(why);
      try {
        const key = `${file.sha256}/${name}`;
        return describe(await making.join(key, signal, (isWanted) => make(request, since, isWanted)));
      } catch (error) {
        throw error instanceof Refused || signal?.aborted ? tryLater() : error;
      }
    },

    async forget(sha256) {
      deleted.note(sha256);
      refusals.forget(sha256);
      if (isDigest(sha256)) await cache.forget(sha256);
    },
  };
}
