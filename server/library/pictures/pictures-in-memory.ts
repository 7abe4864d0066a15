import { createHash } from 'node:crypto';
import { constants, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { DerivedPlace } from './derived-files.ts';
import type { PictureService } from './picture-service.ts';

const prefix = 'examshelf-pictures-';

/**
 * Returns the path below `root`, where other users may write as well, at which the server of that data folder temporarily
 * stores pictures.
 */
export function spareFolderOf(root: string, dataDir: string): string {
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex');
  return path.join(root, `${prefix}${digest.slice(0, 32)}`);
}

/**
 * Creates the folder, empty and private. If another user has something with its name, it is created under another name.
 * Throws if that fails too.
 */
export function openSpareFolder(root: string, dataDir: string): string {
  try {
    removeLeftSpareFolder(root, dataDir);
    const folder = spareFolderOf(root, dataDir);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch {
    return mkdtempSync(path.join(root, prefix));
  }
}

/**
 * Deletes the remains of a killed server. Another user's files, and anything that is not a folder, are left alone. Never
 * throws: a folder that could not be deleted is not used either.
 */
function removeLeftSpareFolder(root: string, dataDir: string): void {
  const folder = spareFolderOf(root, dataDir);
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) removeSpareFolder(folder);
  } catch {
    // Creating the folder again will fail as well.
  }
}

function removeSpareFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

type Pictures = Omit<PictureService, 'prepare'>;

/** A few screens of covers. */
export const maxSpareBytes = 32 * 1024 * 1024;
/** The largest file that may be copied into memory when it cannot be linked: five processes have one copy each. */
export const maxCopiedBytes = 16 * 1024 * 1024;
/** Time for which a result of the file system is cached: pictures are requested by the dozen. */
const knownMs = 1000;
/** A file system in memory, if there is one (Linux). */
const usualMemory = '/dev/shm';

/**
 * Makes pictures as `usual` does while there is space on its disk. If there is none, they are made and cached by a second
 * service in a folder in memory, so that readers still see them and the reserve stays free. That folder is the same for
 * every server of `dataDir`, so that the next one deletes the remains of a killed one.
 */
export function picturesOnFullDisk<Usual extends Pictures>(
  usual: Usual,
  parts: {
    dataDir: string;
    isDiskLow: () => Promise<boolean>;
    openSpare: (directory: string) => Pictures;
    /** Omitted for the usual folder. */
    memory?: string;
  },
): Usual {
  const { dataDir, memory = usualMemory } = parts;
  let spare: { pictures: Pictures; directory: string } | null = null;
  let opening: Promise<Pictures> | null = null;
  let known: { isLow: Promise<boolean>; until: number } | null = null;
  let isClosed = false;

  const findRoot = memoizeSuccess(async () => {
    const root = await access(memory, constants.W_OK).then(
      () => memory,
      () => tmpdir(),
    );
    removeLeftSpareFolder(root, dataDir);
    return root;
  });

  function isLow(): Promise<boolean> {
    if (!known || known.until < performance.now())
      known = { isLow: parts.isDiskLow().catch(() => false), until: performance.now() + knownMs };
    return known.isLow;
  }

  const openSpare = memoizeSuccess(async () => {
    // The usual service clears its scratch folder when it starts, and the spare one reads files below that.
    await usual.ready();
    const directory = openSpareFolder(await findRoot(), dataDir);
    spare = { directory, pictures: parts.openSpare(directory) };
    return spare.pictures;
  });

  async function choose(): Promise<Pictures> {
    await findRoot();
    if (!(await isLow()) || isClosed) return usual;
    opening = openSpare();
    return opening;
  }

  return {
    ...usual,
    async picture(...wanted: Parameters<PictureService['picture']>) {
      return (await choose()).picture(...wanted);
    },
    async stripped(...wanted: Parameters<PictureService['stripped']>) {
      return (await choose()).stripped(...wanted);
    },
    async forget(sha256: string) {
      await Promise.all([usual.forget(sha256), spare?.pictures.forget(sha256)]);
    },
    async *digests(place: DerivedPlace) {
      yield* usual.digests(place);
      if (spare && place === 'here') yield* spare.pictures.digests(place);
    },
    waiting: () => usual.waiting() + (spare?.pictures.waiting() ?? 0),
    async close() {
      isClosed = true;
      await opening?.catch(() => undefined);
      try {
        await usual.close();
      } finally {
        try {
          await spare?.pictures.close();
        } finally {
          if (spare) removeSpareFolder(spare.directory);
        }
      }
    },
  };
}
