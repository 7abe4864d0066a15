import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { isDigest } from '#server/machinery/files/digest.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';

/** A made picture on the disk. */
export type CachedPicture = { path: string; sizeBytes: number };

/**
 * Caches pictures at `{directory}/{SHA-256 of the file}/{name}`, up to a number of bytes; the least recently used are
 * evicted. The folder may be deleted at any time, even while the server runs. Files with other names, as in earlier
 * releases, are deleted at the start.
 */
export interface PictureCache {
  /** Deletes the remains of earlier processes. To be awaited before anything is made. */
  ready(): Promise<void>;
  find(sha256: string, name: string): Promise<CachedPicture | null>;
  /** Moves the picture at `made`, which is on the same disk, into the cache. */
  keep(sha256: string, name: string, made: string): Promise<CachedPicture>;
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file that has cached pictures. */
  digests(): Promise<string[]>;
}

/** The folder for unfinished pictures. At the start, the remains of a killed process in it are deleted. */
const scratchName = '.making';
export const pictureScratch = (directory: string) => path.join(path.resolve(directory), scratchName);
/**
 * Returns the folder, within the one for unfinished pictures, in which a service with another cache folder reads stored
 * files. Emptied together with it.
 */
export const spareInputs = (directory: string) => path.join(pictureScratch(directory), 'spare');

/** Bytes of disk space that a picture takes in addition to its own. */
const blockBytes = 4096;
/** Fraction of the limit to which entries are evicted, so that not every new picture evicts one. */
const evictionShare = 0.9;
/** Interval at which a use is written to the disk; only the next start reads it. */
const touchMs = 60 * 60 * 1000;

type Entry = { sha256: string; sizeBytes: number; touchedAt: number };

export function createPictureCache({ directory, maxBytes }: { directory: string; maxBytes: number }): PictureCache {
  const root = path.resolve(directory);
  // The limit of the LRU cache is never reached: evicting an entry also deletes a file, which `makeRoom` awaits.
  const entries = new LRUCache<string, Entry>({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ sizeBytes }) => sizeBytes + blockBytes,
  });
  const load = memoizeSuccess(async () => {
    const found = await readPictureFolder(root, scratchName);
    // A second attempt starts empty.
    entries.clear();
    for (const { file, ...entry } of found) entries.set(file, entry);
    await makeRoom();
  });

  async function makeRoom(): Promise<void> {
    if (entries.calculatedSize <= maxBytes) return;
    while (entries.calculatedSize > maxBytes * evictionShare) {
      const [oldest] = entries.rkeys();
      if (oldest === undefined) return;
      entries.delete(oldest);
      await rm(oldest, { force: true });
    }
  }

  return {
    ready: load,

    async find(sha256, name) {
      await load();
      const file = path.join(root, sha256, name);
      const entry = entries.get(file);
      if (!entry) return null;
      const now = Date.now();
      const isStale = now - entry.touchedAt > touchMs;
      if (isStale) entry.touchedAt = now;
      const isThere = isStale
        ? await utimes(file, now / 1000, now / 1000).then(yes, no)
        : await stat(file).then(yes, no);
      if (isThere) return { path: file, sizeBytes: entry.sizeBytes };
      entries.delete(file);
      return null;
    },

    async keep(sha256, name, made) {
      await load();
      const folder = path.join(root, sha256);
      const file = path.join(folder, name);
      const { size } = await stat(made);
      await mkdir(folder, { recursive: true });
      await rename(made, file);
      entries.set(file, { sha256, sizeBytes: size, touchedAt: Date.now() });
      await makeRoom();
      return { path: file, sizeBytes: size };
    },

    async forget(sha256) {
      await load();
      const folder = path.join(root, sha256);
      const ofFile = [...entries.entries()].filter(([, entry]) => entry.sha256 === sha256);
      for (const [file] of ofFile) entries.delete(file);
      await rm(folder, { recursive: true, force: true });
    },

    async digests() {
      await load();
      return (await readdir(root)).filter(isDigest);
    },
  };
}

const yes = () => true;
const no = () => false;

/** A cached picture on the disk; `touchedAt` is the time of its last use, in ms since 1970. */
type FoundPicture = { file: string; sha256: string; sizeBytes: number; touchedAt: number };

/**
 * Lists the pictures in a folder, the least recently used first. Creates and empties the scratch folder, and deletes
 * everything that is not a picture.
 */
async function readPictureFolder(root: string, scratchName: string): Promise<FoundPicture[]> {
  const scratch = path.join(root, scratchName);
  await mkdir(scratch, { recursive: true });
  // The folder itself stays: on a full disk there may be no room for a new one.
  for (const name of await readdir(scratch)) await rm(path.join(scratch, name), { recursive: true, force: true });
  const found: FoundPicture[] = [];
  for (const sha256 of await readdir(root)) {
    if (sha256 === scratchName) continue;
    if (!isDigest(sha256)) {
      await rm(path.join(root, sha256), { recursive: true, force: true });
      continue;
    }
    for (const name of await readdir(path.join(root, sha256))) {
      const file = path.join(root, sha256, name);
      const { size, mtimeMs } = await stat(file);
      // Empty after a power cut: pictures are not synced, they can be made again.
      if (size === 0) await rm(file, { force: true });
      else found.push({ file, sha256, sizeBytes: size, touchedAt: mtimeMs });
    }
  }
  return found.sort((one, other) => one.touchedAt - other.touchedAt);
}
