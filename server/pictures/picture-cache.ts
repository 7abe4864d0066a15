import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { isDigest } from '#server/digest.ts';
import { createKept } from '#server/kept.ts';

/** A made picture on the disk. */
export type CachedPicture = { path: string; sizeBytes: number };

/**
 * Made pictures at `{directory}/{SHA-256 of the file}/{name}`, at most so many bytes of them: what was asked for longest
 * ago goes first. All of it may be deleted at any time, the server running or not; what has another name, as an earlier
 * release gave it, goes at the start.
 */
export interface PictureCache {
  /** Clears what earlier processes left. To be waited for before anything is made. */
  ready(): Promise<void>;
  find(sha256: string, name: string): Promise<CachedPicture | null>;
  /** Takes in the picture that lies at `made`, on the same disk. */
  keep(sha256: string, name: string, made: string): Promise<CachedPicture>;
  forget(sha256: string): Promise<void>;
  /** The files something is kept of. */
  digests(): Promise<string[]>;
}

/** Where pictures lie while they are made; what a process that was killed left there goes at the start. */
const scratchName = '.making';
export const pictureScratch = (directory: string) => path.join(path.resolve(directory), scratchName);
/** Below that, where a service that keeps its pictures elsewhere reads stored files. Cleared with it. */
export const spareInputs = (directory: string) => path.join(pictureScratch(directory), 'spare');

/** Bytes a picture costs on the disk beside its own. */
const blockBytes = 4096;
/** When room is needed, this share is left, so that not every new picture evicts one. */
const leftShare = 0.9;
/** How often a use is noted on the disk, where only the next start reads it. */
const touchMs = 60 * 60 * 1000;

type Entry = { sha256: string; sizeBytes: number; touchedAt: number };

export function createPictureCache({ directory, maxBytes }: { directory: string; maxBytes: number }): PictureCache {
  const root = path.resolve(directory);
  // A Map keeps the order of insertion and every use inserts anew, so the first is the one unused for longest.
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  const load = createKept(readFolder);

  async function readFolder(): Promise<void> {
    const scratch = path.join(root, scratchName);
    await mkdir(scratch, { recursive: true });
    // The folder itself is kept: on a full disk there may be no room for a new one.
    for (const name of await readdir(scratch)) await rm(path.join(scratch, name), { recursive: true, force: true });
    // A second try begins with nothing.
    entries.clear();
    totalBytes = 0;
    const found: { file: string; entry: Entry }[] = [];
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
        else found.push({ file, entry: { sha256, sizeBytes: size, touchedAt: mtimeMs } });
      }
    }
    found.sort((one, other) => one.entry.touchedAt - other.entry.touchedAt);
    for (const { file, entry } of found) note(file, entry);
    await makeRoom();
  }

  function note(file: string, entry: Entry): void {
    drop(file);
    entries.set(file, entry);
    totalBytes += entry.sizeBytes + blockBytes;
  }

  function drop(file: string): void {
    const entry = entries.get(file);
    if (!entry) return;
    entries.delete(file);
    totalBytes -= entry.sizeBytes + blockBytes;
  }

  async function makeRoom(): Promise<void> {
    if (totalBytes <= maxBytes) return;
    for (const file of entries.keys()) {
      if (totalBytes <= maxBytes * leftShare) return;
      drop(file);
      await rm(file, { force: true });
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
      entries.delete(file);
      entries.set(file, isStale ? { ...entry, touchedAt: now } : entry);
      const isThere = isStale
        ? await utimes(file, now / 1000, now / 1000).then(yes, no)
        : await stat(file).then(yes, no);
      if (isThere) return { path: file, sizeBytes: entry.sizeBytes };
      drop(file);
      return null;
    },

    async keep(sha256, name, made) {
      await load();
      const folder = path.join(root, sha256);
      const file = path.join(folder, name);
      const { size } = await stat(made);
      await mkdir(folder, { recursive: true });
      await rename(made, file);
      note(file, { sha256, sizeBytes: size, touchedAt: Date.now() });
      await makeRoom();
      return { path: file, sizeBytes: size };
    },

    async forget(sha256) {
      await load();
      const folder = path.join(root, sha256);
      for (const [file, entry] of entries) if (entry.sha256 === sha256) drop(file);
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
