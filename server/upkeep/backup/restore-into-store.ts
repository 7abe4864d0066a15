import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesFolder, openStorage } from '#server/engines/open-storage.ts';
import type { S3Address } from '#server/engines/storage/s3/s3-address.ts';
import {
  isRestorationMark,
  readRestoredMark,
  restorationMark,
  restoredMark,
  type Storage,
} from '#server/engines/storage/storage.ts';
import { BackupProblem, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';
import { createStoragePlace, requireEmptyStore } from './file-place.ts';
import { restoreFiles } from './restore-contents.ts';

/** A store of files with a mark that identifies its owner. */
export type MarkedStore = AsyncDisposable & {
  storage: Storage;
  owner(): Promise<string | null>;
  give(owner: string | null): Promise<void>;
};

/** Opens the store of the settings. A folder of files is marked by a note in it, and only while files are restored. */
export async function openMarkedStore(dataDir: string, store: S3Address | null): Promise<MarkedStore> {
  const storage = await openStorage({ dataDir, store, purpose: `restore-${process.pid}` });
  const close = () => storage.close();
  const { owner, give } = storage;
  if (owner && give) return { storage, owner, give, [Symbol.asyncDispose]: close };
  const note = path.join(dataDir, filesFolder, 'arriving');
  return {
    storage,
    // A note that is empty was not written completely.
    owner: async () => (await readFile(note, 'utf8').catch(nullWhenMissing)) || null,
    async give(mark) {
      if (!mark?.startsWith('resto')) return rm(note, { force: true });
      try {
        await writeFile(note, mark, { flush: true });
      } catch (error) {
        await rm(note, { force: true });
        throw error;
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Throws unless the store is empty, or has only the remains of a killed restoration. `unopened` names a restoration
 * whose records are known not to be in use, although all its files had arrived. Changes nothing.
 */
export async function requireRestorable({ storage, owner }: MarkedStore, unopened: string | null): Promise<void> {
  if (!isLeft(await owner(), unopened)) await requireEmptyStore(storage);
}

const isLeft = (mark: string | null, unopened: string | null) =>
  isRestorationMark(mark) || (unopened !== null && readRestoredMark(mark)?.id === unopened);

/**
 * Puts the files into a store for which `requireRestorable` holds, then calls `finish`, which makes the library
 * usable. The store is marked first, so that of two restorations into one store the earlier one notices the later
 * one, stops, and removes nothing that may be the other's. After a failure for which `mayClear` holds, the store is
 * as empty as before.
 */
export async function restoreIntoStore(
  store: MarkedStore,
  files: Omit<Parameters<typeof restoreFiles>[0], 'place'>,
  parts: {
    /** The id of this restoration. */
    id: string;
    unopened: string | null;
    libraryId: string;
    finish: () => Promise<void>;
    /** Called after a failure: false if the library may already be in use. */
    mayClear: () => Promise<boolean>;
  },
): Promise<void> {
  const { id, unopened, libraryId } = parts;
  const { storage } = store;
  const place = createStoragePlace(storage);
  const found = await store.owner();
  const isTakenOver = isLeft(found, unopened);
  const marks = [restorationMark(id), restoredMark(id, libraryId)];
  const isOurs = async () => marks.includes((await store.owner()) ?? '');
  const requireOurs = async () => {
    if (await isOurs()) return;
    throw new BackupProblem(
      'another restoration into the same store of files began meanwhile; wait for it, or name another bucket or prefix',
    );
  };
  const removeOurs = async () => {
    if (!(await parts.mayClear()) || !(await isOurs())) return;
    await place.clear();
    await store.give(isTakenOver ? null : found);
  };
  await store.give(restorationMark(id));
  try {
    if (isTakenOver) await clearAll(storage);
    const put: typeof place.put = async (file, bytes) => {
      await requireOurs();
      await place.put(file, bytes);
    };
    await restoreFiles({ ...files, place: { put, finish: () => place.finish() } });
    await requireOurs();
    await store.give(restoredMark(id, libraryId));
    await parts.finish();
  } catch (error) {
    // Files that can't be removed now, because something is unavailable, are removed by the next restoration.
    await removeOurs().catch(() => undefined);
    throw error;
  }
  // The library is complete: if this fails, the first start of a server does it.
  await store.give(libraryId).catch(() => undefined);
}

/** Removes everything in a store that was empty before a killed restoration began. */
async function clearAll(storage: Storage): Promise<void> {
  for await (const { fileId } of storage.listParts()) await storage.removeParts(fileId);
  for await (const { fileId } of storage.list()) await storage.remove(fileId);
}
