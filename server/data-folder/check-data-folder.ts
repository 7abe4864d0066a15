import { constants } from 'node:fs';
import { access, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { sqliteFileName } from '#server/database/sqlite-file.ts';

/** The folders that the server writes into, made when they are missing. */
const folders = ['.', 'files', 'files/parts', 'files/temp', 'pictures', 'share', 'reading', 'texts', 'search'];
/** The database and the files that SQLite makes beside it while it is open. */
const files = [sqliteFileName, `${sqliteFileName}-wal`, `${sqliteFileName}-shm`];

/**
 * Makes the data folder and checks that everything in it can be written. Throws an Error whose single line names the
 * setting, the path and the remedy.
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const root = path.resolve(dataDir);
  for (const name of folders) {
    const folder = path.join(root, name);
    try {
      await mkdir(folder, { recursive: true });
      await tryWriting(folder);
    } catch (error) {
      // On a full disk the server can still read, and deleting makes room.
      if (!isFull(error) || !(await isFolder(folder))) throw await explain(folder, error);
    }
  }
  for (const name of files) {
    const file = path.join(root, name);
    try {
      await access(file, constants.R_OK | constants.W_OK);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw await explain(file, error);
    }
  }
}

async function tryWriting(folder: string): Promise<void> {
  const probe = path.join(folder, `.start-${randomUUID()}`);
  try {
    const handle = await open(probe, 'wx');
    await handle.close();
  } finally {
    await rm(probe, { force: true });
  }
}

async function explain(place: string, error: unknown): Promise<Error> {
  return new Error(`setting DATA_DIR: ${await describe(place, error)}`, { cause: error });
}

async function describe(place: string, error: unknown): Promise<string> {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return describeOwner(place);
    case 'EROFS':
      return `${place} is on a file system that is mounted read-only. Mount it for writing, or name another folder`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${place} is not a folder. Name a folder, or move away the file that lies in its place`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${place} is full. Make room on it, or name a folder on another disk`;
    case 'EMFILE':
    case 'ENFILE':
      return `${place} cannot be opened because too many files are open. Raise the limit (ulimit -n) to at least 4096`;
    case 'EIO':
      return `the disk of ${place} reports errors. Look at the system log (dmesg) before anything is written to it`;
    default:
      return `${place} cannot be used (${error instanceof Error ? error.message : String(error)})`;
  }
}

async function describeOwner(place: string): Promise<string> {
  const me = process.getuid?.() ?? 'this one';
  const nearest = await nearestThere(place);
  const owner = nearest === null ? null : await stat(nearest).catch(() => null);
  if (!owner || nearest === null) return `${place} cannot be reached by the user of the server (${me})`;
  const cure =
    owner.uid === me
      ? `Give its owner the right to write: chmod -R u+rwX ${nearest}`
      : `Give it to that user: chown -R ${me} ${nearest}`;
  return `${nearest} cannot be written by the user of the server (${me}); it belongs to user ${owner.uid}. ${cure}`;
}

/** The path itself, or the folder in which it should have been made. */
async function nearestThere(place: string): Promise<string | null> {
  for (let each = place; ; each = path.dirname(each)) {
    const isThere = await stat(each).then(
      () => true,
      () => false,
    );
    if (isThere) return each;
    if (each === path.dirname(each)) return null;
  }
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
