import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { BackupProblem, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';

const workPrefix = 'examshelf-work-';

/**
 * Creates a folder for the snapshot: in the data folder or, without enough space there, in the system's temporary
 * folder.
 */
export async function makeWorkFolder(dataDir: string, ownRoot: string): Promise<string> {
  // Size of the copy, the compressed copy, and concurrent writes to the database. For a database on another machine
  // it is unknown before the copy.
  const found = await stat(path.join(dataDir, sqliteFileName)).catch(nullWhenMissing);
  const needed = 3 * (found?.size ?? 0);
  for (const root of [ownRoot, tmpdir()]) {
    const { bavail, bsize } = await statfs(root);
    if (bavail * bsize > needed) return mkdtemp(path.join(root, workPrefix));
  }
  throw new BackupProblem(
    `a copy of the database needs ${needed} bytes for a while; make room on the disk of ${dataDir}`,
  );
}

/** Removes the work folders of backups that were killed. */
export async function removeLeftovers(ownRoot: string): Promise<void> {
  for (const name of await readdir(ownRoot))
    if (name.startsWith(workPrefix)) await rm(path.join(ownRoot, name), { recursive: true, force: true });
}
