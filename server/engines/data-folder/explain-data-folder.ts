import { constants } from 'node:fs';
import { access, stat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { passwordFileName } from './password-file.ts';

/** Every name that a server, or a file system on its own disk, creates in a data folder. */
const names = new Set([
  sqliteFileName,
  `${sqliteFileName}-wal`,
  `${sqliteFileName}-shm`,
  'server.lock',
  'ballast',
  passwordFileName,
  'arriving',
  'files',
  'files-aside',
  'backups',
  'compositions',
  'photographs',
  'pictures',
  'reading',
  'search',
  'share',
  'texts',
  'lost+found',
]);

/**
 * True if the folder contains only a library, or nothing. False if it can't be read. Only for such a folder may
 * messages recommend to change or move it as a whole: DATA_DIR may have been set to /var/lib by mistake.
 */
export async function holdsOnlyLibrary(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch(() => null);
  return found !== null && found.every((name) => names.has(name) || name.startsWith('.start-'));
}

type Parts = {
  /** The data folder. */
  root: string;
  /** The path in the data folder that can't be used, or the folder itself. */
  place: string;
  error: unknown;
};

/**
 * Returns the error for a data folder that can't be used: one line with the setting, the path and the remedy. The
 * commands it recommends change nothing outside the data folder, and change the whole folder only if it contains
 * nothing but the library.
 */
export async function explainDataFolder(parts: Parts): Promise<Error> {
  return new Error(`setting DATA_DIR: ${await describe(parts)}`, { cause: parts.error });
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

async function describe({ root, place, error }: Parts): Promise<string> {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return describePermission(root, place);
    case 'EROFS':
      return `${place} is on a file system that is mounted read-only. Mount it for writing, or name another folder`;
    case 'EEXIST':
    case 'ENOTDIR':
      return place === root
        ? `${place} is not a folder. Name a folder`
        : `${place} is not a folder. Move away the file that is in its place`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${place} is full. Make room on it, or name a folder on another disk`;
    case 'EMFILE':
    case 'ENFILE':
      return `${place} can't be opened because too many files are open. Raise the limit (ulimit -n) to at least 4096`;
    case 'EIO':
      return `the disk of ${place} reports errors. Read the system log (dmesg) before you write anything to the disk`;
    default:
      return `${place} can't be used (${error instanceof Error ? error.message : String(error)})`;
  }
}

async function describePermission(root: string, place: string): Promise<string> {
  const me = process.getuid?.() ?? null;
  const nearest = await findNearest(place);
  const owner = nearest === null ? null : await stat(nearest).catch(() => null);
  if (nearest === null || !owner || me === null) return `the user of the server can't reach ${place}`;
  const what = `the user of the server (${me}) can't write to ${nearest}, which belongs to user ${owner.uid}`;
  const isInside = nearest === root || nearest.startsWith(`${root}${path.sep}`);
  if (!isInside) {
    const canEnter = await access(nearest, constants.X_OK).then(
      () => true,
      () => false,
    );
    return canEnter
      ? `${what}. Create the folder for that user: install -d -o ${me} ${quote(root)}`
      : `${what} and can't be entered. Name a folder elsewhere, for example /var/lib/examshelf`;
  }
  const cure = owner.uid === me ? `chmod -R u+rwX ${quote(nearest)}` : `chown -R ${me} ${quote(nearest)}`;
  if (await holdsOnlyLibrary(root)) return `${what}. Allow it there: ${cure}`;
  return `${what}. Name a folder that contains nothing else, for example ${path.join(root, 'examshelf')}, or, if everything in ${root} belongs to the library, allow it there: ${cure}`;
}

/** Returns the path itself or, if it does not exist, its nearest existing folder; null if none can be found. */
async function findNearest(place: string): Promise<string | null> {
  for (let each = place; ; each = path.dirname(each)) {
    const isThere = await stat(each).then(
      () => true,
      () => false,
    );
    if (isThere) return each;
    if (each === path.dirname(each)) return null;
  }
}

/** Quotes a path for a shell. */
function quote(place: string): string {
  return /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", `'\\''`)}'`;
}
