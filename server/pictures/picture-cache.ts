import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** A made picture on the disk. */
export type CachedPicture = { path: string; sizeBytes: number };

/**
 * Made pictures at `{directory}/{fileId}/{name}`, at most so many bytes of them: what was asked for longest ago goes
 * first. All of it may be deleted at any time, the server running or not.
 */
export interface PictureCache {
  find(fileId: string, name: string): Promise<CachedPicture | null>;
  /** A path to write a picture to, which `keep` then takes in. */
  scratchPath(): Promise<string>;
  keep(fileId: string, name: string, scratch: string): Promise<CachedPicture>;
  forget(fileId: string): Promise<void>;
}

const scratchFolder = '.making';
/** Bytes a picture costs on the disk beside its own. */
const blockBytes = 4096;
/** When room is needed, this share is left, so that not every new picture evicts one. */
const leftShare = 0.9;
/** How often a use is noted on the disk, where only the next start reads it. */
const touchMs = 60 * 60 * 1000;

type Entry = { fileId: string; sizeBytes: number; touchedAt: number };

export function createPictureCache({ directory, maxBytes }: { directory: string; maxBytes: number }): PictureCache {
  const root = path.resolve(directory);
  // A Map keeps the order of insertion and every use inserts anew, so the first is the one unused for longest.
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  let loading: Promise<void> | null = null;

  const load = () => (loading ??= readFolder());

  async function readFolder(): Promise<void> {
    await rm(path.join(root, scratchFolder), { recursive: true, force: true });
    await mkdir(path.join(root, scratchFolder), { recursive: true });
    const found: { file: string; entry: Entry }[] = [];
    for (const fileId of await readdir(root)) {
      if (fileId === scratchFolder) continue;
      for (const name of await readdir(path.join(root, fileId)).catch(() => [])) {
        const file = path.join(root, fileId, name);
        const { size, mtimeMs } = await stat(file);
        // Empty after a power cut: pictures are not synced, they can be made again.
        if (size === 0) await rm(file, { force: true });
        else found.push({ file, entry: { fileId, sizeBytes: size, touchedAt: mtimeMs } });
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
    async find(fileId, name) {
      await load();
      const file = path.join(root, fileId, name);
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

    async scratchPath() {
      await load();
      const folder = path.join(root, scratchFolder);
      await mkdir(folder, { recursive: true });
      return path.join(folder, randomUUID());
    },

    async keep(fileId, name, scratch) {
      await load();
      const file = path.join(root, fileId, name);
      const { size } = await stat(scratch);
      await mkdir(path.dirname(file), { recursive: true });
      await rename(scratch, file);
      note(file, { fileId, sizeBytes: size, touchedAt: Date.now() });
      await makeRoom();
      return { path: file, sizeBytes: size };
    },

    async forget(fileId) {
      await load();
      const folder = path.join(root, fileId);
      for (const [file, entry] of entries) if (entry.fileId === fileId) drop(file);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const yes = () => true;
const no = () => false;
