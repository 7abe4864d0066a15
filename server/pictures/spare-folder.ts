import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

const prefix = 'examshelf-pictures-';

/** Where below `root`, which others may write to as well, a server of that data folder keeps pictures for a while. */
export function spareFolderOf(root: string, dataDir: string): string {
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex');
  return path.join(root, `${prefix}${digest.slice(0, 32)}`);
}

/**
 * Opens the folder, empty and closed to other users. When something of somebody else has its name, it is a new one with
 * another name. Throws when there is neither.
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
 * Removes what a server that was killed left there. What belongs to somebody else, or is no folder, is left alone. Never
 * throws: what could not be removed is not used either.
 */
export function removeLeftSpareFolder(root: string, dataDir: string): void {
  const folder = spareFolderOf(root, dataDir);
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) removeSpareFolder(folder);
  } catch {
    // Making the folder anew will fail as well.
  }
}

export function removeSpareFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
