import { stat } from 'node:fs/promises';

/**
 * Returns the reason why a path is not a usable folder, as a part of a message; null if it is usable. Does not call a
 * folder missing if this user can't reach it: commands run as the user of the server, while the operator sees the
 * folder as root.
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

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is missing',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports errors',
};

/**
 * Returns the reason why one of the operator's files could not be read, in parentheses, as the end of a message; '' if it
 * is unknown.
 */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '' ? '' : ` (${reasons[code] ?? code})`;
}
