import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engines/database/database.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { sqliteFileName, sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';

/**
 * Opens the database of an existing library; its server may be running. Never migrates it: throws an Error with a
 * sentence if there is no library, or if it belongs to another release.
 */
export async function openLibrary(config: Config): Promise<Database> {
  const { database: address, publicUrl, ids } = config;
  if (address) {
    const { openPostgres } = await import('#server/engines/database/postgres/postgres.ts');
    return openPostgres({ address, publicUrl, ids, mayMigrate: false });
  }
  const file = path.join(config.dataDir, sqliteFileName);
  if (!existsSync(file))
    throw new Error(
      `There is no library in ${path.resolve(config.dataDir)}. Set DATA_DIR to the server's value, or start the server once.`,
    );
  const applied = listApplied(file);
  const known = readdirSync(sqliteMigrations)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  if (applied.join() !== known.join())
    throw new Error(
      `The library in ${path.resolve(config.dataDir)} is of another release. Start this server once first.`,
    );
  return openSqlite({ dataDir: config.dataDir, publicUrl, ids });
}

function listApplied(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare('select name from migrations order by name')
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}
