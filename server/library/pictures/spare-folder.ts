import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

const prefix = 'examshelf-pictures-';

/**
 * Returns the path at which the server of that data folder temporarily stores pictures, in the folder `root`, where
 * other users may write as well.
 */
export function spareFolderOf(root: string, dataDir: string): string {
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex');
  return path.join(root, `${prefix}${digest.slice(0, 32)}`);
}

/**
 * Creates the folder, empty and private. If another user has a file or folder with its name, creates it with another
 * name. Throws if that fails too.
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
 * Deletes the remains of a killed server. Does not touch files of another user, nor anything that is not a folder.
 * Never throws: a folder that could not be deleted is not used either.
 */
export function removeLeftSpareFolder(root: string, dataDir: string): void {
  const folder = spareFolderOf(root, dataDir);
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) removeSpareFolder(folder);
  } catch {
    // Creating the folder again will fail as well.
  }
}

export function removeSpareFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
