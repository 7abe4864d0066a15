import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { findFolderFault } from '#server/library/site-content/find-folder-fault.ts';

/**
 * Returns the reason why the daily backup can't be written to BACKUP_TO, in one line that says what to do; null if it
 * can. Tests this at the start, so that the operator does not learn it from a missing backup. Creates nothing
 * permanent.
 */
export async function findBackupFault(to: string): Promise<string | null> {
  const isArchive = to.includes('{date}');
  const folder = path.resolve(isArchive ? path.dirname(to) : to);
  const nearest = await findNearest(folder);
  const fault = isArchive ? await findFolderFault(folder) : null;
  if (fault !== null)
    return `setting BACKUP_TO: ${fault}; name a folder that the user of the server can write to, or mount its disk`;
  try {
    await rmdir(await mkdtemp(path.join(nearest, '.examshelf-')));
    return null;
  } catch (error) {
    const said = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `setting BACKUP_TO: the user of the server can't write to ${nearest} (${said}), so there will be no daily backups; name a folder that this user may write to`;
  }
}

/** Returns the folder itself or, if it is missing, the existing folder in which it would be created. */
async function findNearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const parent = path.dirname(folder);
  return isThere || parent === folder ? folder : findNearest(parent);
}
