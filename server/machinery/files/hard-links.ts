import { copyFile, link, rename } from 'node:fs/promises';
import { syncPath } from './durable.ts';
import { hasCode } from './missing-is-null.ts';

/** Gives `temp` its final name unless that name exists already. */
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
