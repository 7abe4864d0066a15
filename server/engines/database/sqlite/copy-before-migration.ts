import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from './sqlite-file.ts';

/** Number of retained copies: bounded, but enough to go back when a problem is noticed later. */
const retainedCopies = 3;

const copyPattern = /^before-\d{4}.*\.sqlite$/;

/**
 * Copies the database before migrations change it, to `backups/before-{migration}.sqlite` in the data folder, and
 * removes the oldest such copies. Returns the file. Throws if the copy cannot be made.
 */
export async function copyBeforeMigration(parts: {
  database: DatabaseSync;
  dataDir: string;
  /** The first migration to be applied, e.g. `0005-names.sql`. */
  migration: string;
}): Promise<string> {
  const folder = path.join(parts.dataDir, 'backups');
  const copy = path.join(folder, `before-${parts.migration.replace(/\.sql$/, '')}.sqlite`);
  try {
    await mkdir(folder, { recursive: true });
    await copyDatabase(parts.database, copy);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `the database has to be changed for this release, and no copy of it could be saved in ${folder} (${reason}); nothing was changed, free up space there and start again`,
      { cause },
    );
  }
  // Sorted by the number of the migration, which does not depend on a clock.
  const copies = (await readdir(folder)).filter((name) => copyPattern.test(name)).sort();
  for (const name of copies.slice(0, -retainedCopies))
    if (path.join(folder, name) !== copy) await rm(path.join(folder, name), { force: true });
  return copy;
}
