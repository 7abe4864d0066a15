import { stat } from 'node:fs/promises';
import { whyUnreadable } from './why-unreadable.ts';

/**
 * Returns the reason why a path is not a usable folder, as a part of a message; null if it is one. A folder that this
 * user can't reach is not called missing: commands run as the user of the server, and the operator sees it as root.
 */
export async function findFolderFault(folder: string | Buffer, shown = String(folder)): Promise<string | null> {
  try {
    return (await stat(folder)).isDirectory() ? null : `there is no folder ${shown}`;
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? `there is no folder ${shown}` : `the folder ${shown} cannot be opened${whyUnreadable(error)}`;
  }
}
