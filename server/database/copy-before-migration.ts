import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from './sqlite-file.ts';

/** Releases whose databases are kept: enough to go back once the trouble shows, and bounded. */
const keptCopies = 3;

const copyPattern = /^before-\d{4}.*\.sqlite$/;

/**
 * Keeps the database as it is before migrations change it, as `backups/before-{migration}.sqlite` in the data folder,
 * and removes the oldest of such copies. Answers the file. Throws when the copy cannot be made.
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
      `the database has to be changed for this release, and no copy of it could be kept in ${folder} (${reason}); nothing was changed, make room there and start again`,
      { cause },
    );
  }
  // By number, which no clock changes.
  const copies = (await readdir(folder)).filter((name) => copyPattern.test(name)).sort();
  for (const name of copies.slice(0, -keptCopies))
    if (path.join(folder, name) !== copy) await rm(path.join(folder, name), { force: true });
  return copy;
}
