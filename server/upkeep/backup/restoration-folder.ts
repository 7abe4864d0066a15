import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, holdsOnlyLibrary } from '#server/engines/data-folder/explain-data-folder.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { syncPath } from '#server/machinery/files/durable.ts';
import { makeFolder } from '#server/machinery/files/make-folder.ts';
import { BackupProblem, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';
import type { Manifest } from '#server/upkeep/backup/format/manifest.ts';
import { inWords } from '#server/upkeep/backup/format/progress.ts';
import { holdLock } from './backup-turn.ts';

const lockName = 'restore.lock';
const noteName = 'restoration';
const unopenedName = 'unopened';
const stagingSuffix = '.restoring';
/** Error codes of a rename onto a folder that is not empty. */
const inUseCodes = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR']);

/** Throws unless the data folder is missing or empty. */
export async function requireEmpty(named: string, dataDir: string): Promise<void> {
  const found = await stat(dataDir).catch(nullWhenMissing);
  if (!found) return;
  if (!found.isDirectory()) throw new BackupProblem(`${named} (setting DATA_DIR) is not a folder`);
  if ((await readdir(dataDir)).some((name) => name !== 'lost+found' && name !== stagingSuffix))
    throw new BackupProblem(
      (await holdsOnlyLibrary(dataDir))
        ? `${named} (setting DATA_DIR) is not empty; stop the server and move the folder away (of a mount point, what is in it), or name another`
        : `${named} (setting DATA_DIR) is not empty and holds more than a library; name another folder`,
    );
}

/**
 * Returns the folder in which the library is restored first: next to the data folder, so that it can replace it in
 * one step; inside if the data folder is a mount point (a volume of a container) or nothing can be created next to
 * it.
 */
export async function findStaging(dataDir: string): Promise<string> {
  const beside = `${dataDir}${stagingSuffix}`;
  const inside = path.join(dataDir, stagingSuffix);
  const found = await stat(dataDir).catch(nullWhenMissing);
  if (!found) return beside;
  const { dev } = await stat(path.dirname(dataDir));
  const names = await readdir(dataDir);
  // An earlier restoration was inside, and may be running.
  if (dev !== found.dev || names.includes('lost+found') || names.includes(stagingSuffix)) return inside;
  const canMake = await mkdir(beside).then(
    () => true,
    (error: unknown) => codeOf(error) === 'EEXIST',
  );
  return canMake && !(await isBindMount({ inside, beside })) ? beside : inside;
}

/**
 * True if nothing can be renamed from the data folder to a sibling, although both are on one file system. `inside`
 * doesn't exist. `beside` exists; it is removed if this is true and it is empty.
 */
async function isBindMount({ inside, beside }: { inside: string; beside: string }): Promise<boolean> {
  try {
    await mkdir(inside);
  } catch {
    return false;
  }
  try {
    await rename(inside, beside);
    return false;
  } catch (error) {
    // A killed restoration left something in the sibling folder, onto which nothing can be renamed.
    if (inUseCodes.has(codeOf(error) ?? ''))
      return rmdir(inside).then(
        () => false,
        () => true,
      );
    await rmdir(beside).catch(() => undefined);
    return true;
  }
}

/** Acquires the lock of the staging folder and removes the remains of a killed restoration. Null if one is running. */
export async function lockStaging(staging: string): Promise<Disposable | null> {
  const file = path.join(staging, lockName);
  const names: string[] = await readdir(staging).catch(() => []);
  if (names.length > 0 && !names.includes(lockName))
    throw new BackupProblem(`${staging} is in the way; move it elsewhere`);
  await makeFolder(staging);
  const lock = holdLock(file);
  if (!lock) return null;
  try {
    await noteUnopened(staging);
    await rm(path.join(staging, 'library'), { recursive: true, force: true });
    await rm(path.join(staging, noteName), { force: true });
    return lock;
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Records which restoration was killed before its library was put in place, before that library is removed. */
async function noteUnopened(staging: string): Promise<void> {
  if (!existsSync(path.join(staging, 'library', sqliteFileName))) return;
  const id = await readFile(path.join(staging, noteName), 'utf8').catch(nullWhenMissing);
  if (id !== null) await writeFile(path.join(staging, unopenedName), id, { flush: true });
}

/**
 * Returns the restoration that was killed before its library was put in place; null if none is known. The lock is
 * held.
 */
export function findUnopened(staging: string): Promise<string | null> {
  return readFile(path.join(staging, unopenedName), 'utf8').catch(nullWhenMissing);
}

/** Names the restoration whose library is in the staging folder, as in its store. */
export async function nameRestoration(staging: string, id: string): Promise<void> {
  await writeFile(path.join(staging, noteName), id, { flush: true });
}

/** Throws unless the library fits on the disk of the folder. */
export async function requireRoom(folder: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = manifest.bytes + manifest.database.sizeBytes;
  if (bavail * bsize < needed)
    throw new BackupProblem(
      `${folder} has room for ${inWords(bavail * bsize)} and the library needs ${inWords(needed)}`,
    );
}

/** Moves the restored library to the data folder, durably; after an error the data folder is as before. */
export async function putInPlace(library: string, dataDir: string): Promise<void> {
  if (path.dirname(path.dirname(library)) === dataDir) {
    const database = path.join(dataDir, sqliteFileName);
    try {
      // The database is moved last: files without one are never treated as a library.
      await rename(path.join(library, 'files'), path.join(dataDir, 'files'));
      await rename(path.join(library, sqliteFileName), database);
    } catch (error) {
      // The data folder is left empty, so that the same command can be run again.
      const isWhole = await stat(database).catch(() => null);
      if (!isWhole) await rename(path.join(dataDir, 'files'), path.join(library, 'files')).catch(() => undefined);
      throw error;
    }
    await syncPath(dataDir);
    return;
  }
  const found = await stat(dataDir).catch(nullWhenMissing);
  try {
    // Fails if something was put there meanwhile.
    if (found) await rmdir(dataDir);
    await rename(library, dataDir);
  } catch (error) {
    // The empty folder is restored, with its previous permissions.
    if (found) await mkdir(dataDir, { mode: found.mode }).catch(() => undefined);
    if (inUseCodes.has(codeOf(error) ?? ''))
      throw new BackupProblem(`${dataDir} came into use meanwhile; nothing was restored`, { cause: error });
    throw error;
  }
  await syncPath(path.dirname(dataDir));
}
