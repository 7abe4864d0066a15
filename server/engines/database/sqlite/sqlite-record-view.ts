import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ViewEngine } from '#server/engines/database/record-view.ts';
import { sqliteFileName } from './sqlite-file.ts';

/** Opens the records in the SQLite file of a data folder. Throws if the file is missing or is not a database. */
export function openSqliteView(dataDir: string): ViewEngine {
  const database = new DatabaseSync(path.join(dataDir, sqliteFileName), { readOnly: true, timeout: 5000 });
  try {
    database.exec('pragma query_only = on');
  } catch (error) {
    database.close();
    throw error;
  }
  const all: ViewEngine['all'] = async (statement, values = []) =>
    database.prepare(statement).all(Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value])));

  return {
    all,
    texts: 'select value from json_each($1)',

    async inSnapshot(work) {
      database.exec('begin');
      try {
        return await work();
      } finally {
        database.exec('rollback');
      }
    },

    has: async (table) => (await all('select 1 from sqlite_master where name = $1', [table])).length > 0,

    async findDamage() {
      return [
        ...(await all('pragma integrity_check(20)')).map((row) => String(row['integrity_check'])),
        ...(await all('pragma foreign_key_check')).map(
          (row) => `a row of ${row['table']} names a missing row of ${row['parent']}`,
        ),
      ].filter((line) => line !== 'ok');
    },

    findHeld: async () => [],
    // Only servers on this machine use the file, and they lock the data folder (server/engines/data-folder).
    isServed: async () => false,
    [Symbol.asyncDispose]: async () => database.close(),
  };
}
