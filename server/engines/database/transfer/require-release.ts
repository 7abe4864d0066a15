import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkApplied, readMigrations } from '#server/engines/database/migrate.ts';
import { sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';

/**
 * Throws an Error, with one line that says what to do, if the file does not have the tables of this release. Changes
 * nothing.
 */
export function requireRelease(file: string): void {
  if (!existsSync(file)) throw new Error(`setting DATA_DIR: there is no library in it (${file} is missing)`);
  using database = new DatabaseSync(file, { readOnly: true });
  const known = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
  const applied = known ? database.prepare('select name, digest from migrations order by name').all() : [];
  const missing = checkApplied(
    readMigrations(sqliteMigrations),
    applied.map(({ name, digest }) => ({ name: String(name), digest: String(digest) })),
  );
  if (missing.length > 0)
    throw new Error(`the library in ${file} is of an older release; start this server once first`);
}
