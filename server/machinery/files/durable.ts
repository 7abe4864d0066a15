import { open, rename, copyFile, link } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './missing-is-null.ts';

/** Makes the bytes of a file, or the names in a folder, survive a power cut. */
export async function syncPath(name: string): Promise<void> {
  await using handle = await open(name, 'r');
  await handle.sync().catch((error: unknown) => {
    // Some network file systems can't sync a folder and write names through immediately.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EISDIR') throw error;
  });
}

/** Renames a file that is already synced. Resolves when the new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncPath(path.dirname(to));
}

/** Gives `temp` its final name, unless that name already exists. */
export async function linkOrRename(temp: string, target: string): Promise<void> {
  try {
    await link(temp, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!isWithoutHardLinks(error)) throw error;
    // The last one replaces the others, which have the same bytes.
    await rename(temp, target);
  }
}

/** Makes `copy` a second name of the file, or a durable copy of it. */
export async function linkOrCopy(file: string, copy: string): Promise<void> {
  await link(file, copy).catch(async (error: unknown) => {
    if (!isWithoutHardLinks(error)) throw error;
    await copyFile(file, copy);
    await syncPath(copy);
  });
}

/** True if the file system has no hard links, or no more for this file. */
function isWithoutHardLinks(error: unknown): boolean {
  return hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK');
}
