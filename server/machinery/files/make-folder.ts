import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './missing-is-null.ts';

/**
 * Creates a folder, named by a setting or a command, with its parents. Fails where the system can't create a folder,
 * unlike `mkdir` with `recursive`, which never ends below /proc (Node 24). Has no effect if the folder exists.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await isFolder(folder))) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(folder);
  }
}

/**
 * Returns true if the path is a folder. Rejects if the disk fails, so that a failure is not treated as a missing
 * folder.
 */
async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
