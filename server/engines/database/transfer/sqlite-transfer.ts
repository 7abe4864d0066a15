import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { naturalKey } from '#domain/text/natural-order.ts';
import { checkApplied, readMigrations } from '#server/engines/database/migrate.ts';
import { onlyHolder } from '#server/engines/database/sql/leases.ts';
import { indexedWords } from '#server/engines/database/sql/search-words.ts';
import { sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { movedTables, placeSettings, type MovedTable } from './moved-tables.ts';
import { rowsAtOnce, type RecordsTransfer, type Row, type Value } from './transfer.ts';

/**
 * Throws an Error with one line that says what to do, unless the file has the tables of this release. Changes
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

const busyTimeoutMs = 5000;

/** Leaves the settings of a location out of the rows of the table `settings`. */
const isMoved = ({ name }: MovedTable) =>
  name === 'settings' ? `name not in (${placeSettings.map((each) => `'${each}'`).join(', ')})` : 'true';

/**
 * Opens the records in a SQLite file with all tables of this release, which other programs may be using. Two
 * connections: one reads, as of one moment in `inSnapshot`, the other writes. Must be disposed of.
 */
export function openSqliteTransfer(file: string): RecordsTransfer {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  let writer: DatabaseSync | null = null;
  const write = () => (writer ??= openWriter(file));

  async function* rows(table: MovedTable, columns: readonly string[]): AsyncGenerator<Row[]> {
    const statement = reader.prepare(
      `select ${columns.join(', ')} from ${table.name} where ${isMoved(table)} order by ${table.key.join(', ')}`,
    );
    statement.setReturnArrays(true);
    let batch: Row[] = [];
    // An array for each row: `setReturnArrays` above.
    for (const row of statement.iterate() as Iterable<unknown>) {
      batch.push(row as Value[]);
      if (batch.length < rowsAtOnce) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  return {
    rows,
    leases: onlyHolder,
    ...createFacts(reader),
    ...createChanges(write),

    async inSnapshot(work) {
      reader.exec('begin');
      try {
        return await work();
      } finally {
        reader.exec('rollback');
      }
    },

    async [Symbol.asyncDispose]() {
      if (reader.isOpen) reader.close();
      if (writer?.isOpen) writer.close();
    },
  };
}

type Facts = 'columns' | 'count' | 'holdsFile' | 'lastSequence' | 'findSetting' | 'madeAt' | 'tables';

function createFacts(reader: DatabaseSync): Pick<RecordsTransfer, Facts> {
  const names = (sql: string) =>
    reader
      .prepare(sql)
      .all()
      .map((row) => String(row['name']));
  return {
    columns: async ({ name, made = [] }) =>
      names(`select name from pragma_table_info('${name}')`)
        .filter((column) => !made.includes(column))
        .sort(),

    count: async (table) =>
      Number(reader.prepare(`select count(*) as rows from ${table.name} where ${isMoved(table)}`).get()?.['rows']),

    holdsFile: async ({ id, sha256 }) =>
      reader.prepare('select 1 from files where id = ? and sha256 = ? and is_finished = 1').get(id, sha256) !==
      undefined,

    lastSequence: async ({ name }) =>
      Number(reader.prepare('select seq from sqlite_sequence where name = ?').get(name)?.['seq'] ?? 0),

    async findSetting(name) {
      const row = reader.prepare('select value from settings where name = ?').get(name);
      return row ? String(row['value']) : null;
    },

    madeAt: async () => Number(reader.prepare('select min(applied_at) as made from migrations').get()?.['made']),

    tables: async () => names("select name from sqlite_schema where type = 'table'"),
  };
}

type Changes = 'replace' | 'setLastSequence' | 'setSetting' | 'setMadeAt' | 'complete';

function createChanges(write: () => DatabaseSync): Pick<RecordsTransfer, Changes> {
  return {
    replace: (table, columns, batches) => replaceRows(write(), { table, columns, batches }),

    async setLastSequence({ name }, last) {
      const { changes } = write().prepare('update sqlite_sequence set seq = ? where name = ?').run(last, name);
      if (changes === 0) write().prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
    },

    async setSetting(name, value) {
      if (value === null) write().prepare('delete from settings where name = ?').run(name);
      else write().prepare('insert or replace into settings (name, value) values (?, ?)').run(name, value);
    },

    async setMadeAt(moment) {
      write().prepare('update migrations set applied_at = ?').run(moment);
    },

    async complete() {
      for (const index of ['materials_search', 'materials_title_trigrams'])
        write().exec(`insert into ${index} (${index}) values ('rebuild')`);
      const [broken] = write().prepare('pragma foreign_key_check').all();
      if (broken)
        throw new Error(`database (sqlite): a row of ${broken['table']} names a missing row of ${broken['parent']}`);
      write().exec('analyze');
    },
  };
}

function openWriter(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false });
  database.exec('pragma synchronous = full');
  return database;
}

/** Without triggers: their effects are already in the rows. */
async function replaceRows(
  database: DatabaseSync,
  parts: { table: MovedTable; columns: readonly string[]; batches: AsyncIterable<Row[]> },
): Promise<void> {
  const { table, columns, batches } = parts;
  const triggers = database.prepare("select name, sql from sqlite_schema where type = 'trigger'").all();
  database.exec('begin immediate');
  try {
    for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
    for (const name of [table.name, ...referringTo(database, table.name)])
      database.exec(`delete from ${name} where ${isMoved({ name, key: [] })}`);
    const all = [...columns, ...madeColumns(table).map(({ column }) => column)];
    const insert = database.prepare(
      `insert into ${table.name} (${all.join(', ')}) values (${all.map(() => '?').join(', ')})`,
    );
    const makers = madeColumns(table).map(({ from, make }) => ({ index: columns.indexOf(from), make }));
    for await (const batch of batches)
      for (const row of batch) {
        const values: SQLInputValue[] = [...row];
        for (const { index, make } of makers) values.push(make(String(row[index])));
        insert.run(...values);
      }
    for (const { sql } of triggers) database.exec(String(sql));
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Returns the moved tables whose rows refer to this one, directly or indirectly. */
function referringTo(database: DatabaseSync, name: string): string[] {
  const direct = movedTables
    .map((table) => table.name)
    .filter(
      (other) =>
        other !== name &&
        database.prepare('select 1 from pragma_foreign_key_list(?) where "table" = ?').get(other, name) !== undefined,
    );
  return [...new Set(direct.flatMap((other) => [...referringTo(database, other), other]))];
}

function madeColumns({ name }: MovedTable): { column: string; from: string; make: (text: string) => string }[] {
  if (name !== 'materials') return [];
  return [
    { column: 'title_words', from: 'title', make: indexedWords },
    { column: 'title_key', from: 'title_folded', make: naturalKey },
  ];
}
