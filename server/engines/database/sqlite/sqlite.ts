import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, sql, SqliteDialect, type Dialect, type LogEvent, type RawBuilder, type SqliteDatabase } from 'kysely';
import type { ContractIds } from '#contract/addresses.ts';
import { naturalKey } from '#domain/text/natural-order.ts';
import type { Database } from '#server/engines/database/database.ts';
import { migrate, type Migratable } from '#server/engines/database/migrate.ts';
import { chooseTrigrams } from '#server/engines/database/records/materials/title-trigrams.ts';
import { createRecords } from '#server/engines/database/records/records.ts';
import { fileUrlParts, type Engine, type ListSql, type QueryRun } from '#server/engines/database/sql/engine.ts';
import { onlyHolder } from '#server/engines/database/sql/leases.ts';
import { foldCase, indexedWords, type SearchTerm } from '#server/engines/database/sql/search-words.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { describeDamage, explainOpening } from './describe-damage.ts';
import { connectPool } from './pool-connection.ts';
import { readLimits, setDeadline, type ReadOptions } from './read-limits.ts';
import { openReadPool, type ReadPool } from './read-pool.ts';
import {
  allRows,
  busyTimeoutMs as usualBusyTimeoutMs,
  cacheKiB,
  defineStopFunction,
  keepStatements,
  openReader,
  stopFunction,
  toInput,
} from './sqlite-connection.ts';
import { copyDatabase, sqliteFileName, sqliteMigrations } from './sqlite-file.ts';
import { addTextFunctions } from './text-functions.ts';
import { createWriterDialect, type WriterLimits } from './writer-dialect.ts';
import { createWriterThread, type WriterSetup, type WriterThread } from './writer-thread.ts';

export type SqliteOptions = {
  /** The folder of the database file, created if it is missing. */
  dataDir: string;
  publicUrl: string;
  ids: ContractIds;
  now?: () => number;
  /** Called with the copy that was made before migrations changed the database. */
  onCopy?: (copy: string) => void;
  /** The folder of migrations; only tests name another. */
  migrations?: string;
  /** Called after every statement, for the log of slow ones. */
  onQuery?: (query: QueryRun) => void;
  /** Called for every statement that failed, so that faults of the disk are noticed wherever they happen. */
  onError?: (error: unknown) => void;
  /** A file that may be deleted to make room for writing; see `WriterSetup`. */
  ballast?: WriterSetup['ballast'];
  /** Timeout of a statement for another process to end its transaction. */
  busyTimeoutMs?: number;
  /** For tests that observe or change the statements on their way to the writer thread. */
  wrapWriter?: (thread: WriterThread) => WriterThread;
  /** Maximum number of writes waiting for the writing connection, and their timeout. */
  writerLimits?: WriterLimits;
  /** Limits and deadlines for reads outside the main thread. */
  reads?: ReadOptions;
};

export { sqliteFileName };

/**
 * Opens the records in a SQLite file and migrates its tables. Writes are durable once their promise resolves (WAL
 * with a full sync at each commit). One connection writes, in its own thread; a second one reads and never waits for
 * it; and a pool of threads runs slow reads (docs/decisions/0018-slow-reads-run-apart.md). Must be closed.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database & { reads: Pick<ReadPool, 'state'> }> {
  const { dataDir, publicUrl, ids, now = Date.now, busyTimeoutMs = usualBusyTimeoutMs, reads = {} } = options;
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, sqliteFileName);
  const reader = await prepare({ ...options, busyTimeoutMs, now }, file);
  const { ballast = null } = options;
  const thread = createWriterThread({ file, busyTimeoutMs, cacheKiB, ballast });
  const wrapped = options.wrapWriter?.(thread) ?? thread;
  const write = connect(
    createWriterDialect(wrapped, { toInput, ...(options.writerLimits && { limits: options.writerLimits }) }),
    createLog(options, false),
  );
  const read = connect(new SqliteDialect({ database: adapt(reader) }), createLog(options, false));
  const pool = openReadPool({
    file,
    limits: reads.limits ?? readLimits,
    setDeadline: reads.setDeadline ?? setDeadline,
  });
  const scan = connectPool(pool, createLog(options, true));
  const history = randomBytes(6).toString('base64url');
  const engine: Engine = {
    read,
    scan,
    write,
    // A failed statement rolls back only itself.
    apart: (_connection, work) => work(),
    now,
    notAborted,
    titleMatches,
    titleMayHold,
    titleColumns: (title) => ({ title_words: indexedWords(title), title_key: naturalKey(foldCase(title)) }),
    titleOrder: sql.ref('title_key'),
    lists,
    fileUrl: fileUrlParts(publicUrl, ids),
  };
  return {
    ...createRecords(engine),
    reads: pool,
    leases: onlyHolder,
    // The file can be replaced only while no server runs.
    history: async () => history,
    now,
    changeLog: null,
    signInTries: null,
    holds: null,
    photographWorks: null,
    tidy: () => updateStatistics((statement) => sql.raw(statement).execute(write)),
    async close() {
      await scan.destroy();
      await pool.close();
      await read.destroy();
      // Kysely closes a connection only if it was used.
      if (reader.isOpen) reader.close();
      // The last connection to be closed writes the write-ahead log into the file.
      await write.destroy();
    },
  };
}

/** Migrates the tables and returns the reading connection. Throws an Error with one line that says what to do. */
async function prepare(
  options: SqliteOptions & Required<Pick<SqliteOptions, 'busyTimeoutMs' | 'now'>>,
  file: string,
): Promise<DatabaseSync> {
  const { dataDir, busyTimeoutMs, now } = options;
  try {
    const damage = describeDamage(file);
    if (damage !== null) throw new Error(damage);
    // From here on only the writer thread writes.
    using migrator = openMigrator(file, busyTimeoutMs);
    requireSound(migrator, file);
    addTextFunctions(migrator);
    await migrate(migratable(migrator, now), options.migrations ?? sqliteMigrations, async (migration) => {
      const copy = await copyBeforeMigration({ database: migrator, dataDir, migration });
      options.onCopy?.(copy);
    });
    await updateStatisticsIfPossible(migrator, options.onError);
    const reader = openReader(file, busyTimeoutMs);
    defineStopFunction(reader);
    return reader;
  } catch (error) {
    throw explainOpening(file, error);
  }
}

/** Takes at most a tenth of a second; a larger file is checked by `npm run check-library`. */
const checkedBytes = 16 * 1024 * 1024;

function requireSound(database: DatabaseSync, file: string): void {
  if (statSync(file).size > checkedBytes) return;
  const [found] = database.prepare('pragma quick_check(1)').all();
  const said = String(found?.['quick_check']);
  if (said !== 'ok') throw Object.assign(new Error(said.replace(/\s+/g, ' ')), { errcode: sqliteCorrupt });
}

const sqliteCorrupt = 11;

function openMigrator(file: string, timeout: number): DatabaseSync {
  // A migration may change a check constraint. SQLite has no statement for that: `pragma writable_schema` does it.
  const database = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true, defensive: false });
  database.exec('pragma synchronous = full');
  const { journal_mode: mode } = { ...database.prepare('pragma journal_mode = wal').get() };
  if (mode !== 'wal')
    throw new Error(`database (sqlite): ${file} cannot be put into WAL mode; put DATA_DIR on a local disk`);
  return database;
}

/** Rows of each index that are sampled: enough to choose well, and done in milliseconds on any library. */
const analysisRows = 400;

/**
 * Updates the engine's statistics for tables and indexes, which it uses to choose indexes. A connection reads them
 * when it is opened. The plans that the product relies on are the same without them, as
 * test/support/statement-plans.test.ts checks.
 */
async function updateStatistics(run: (statement: string) => unknown): Promise<void> {
  await run(`pragma analysis_limit = ${analysisRows}`);
  // 0x10000: all tables, not only those that this connection has read so far.
  await run('pragma optimize = 0x10002');
}

/**
 * Statistics only improve plans, so a full disk or another program's lock is reported and does not prevent the start.
 */
async function updateStatisticsIfPossible(migrator: DatabaseSync, onError: SqliteOptions['onError']): Promise<void> {
  try {
    await updateStatistics((statement) => migrator.exec(statement));
  } catch (error) {
    if (readFault(error) === null) throw error;
    onError?.(error);
  }
}

function connect(dialect: Dialect, log: ((event: LogEvent) => void) | undefined): Kysely<Tables> {
  return new Kysely<Tables>(log ? { dialect, log } : { dialect });
}

function createLog({ onQuery, onError }: Pick<SqliteOptions, 'onQuery' | 'onError'>, isApart: boolean) {
  if (!onQuery && !onError) return undefined;
  return (event: LogEvent) => {
    if (event.level === 'error') onError?.(event.error);
    const { query, queryDurationMillis } = event;
    onQuery?.({ sql: query.sql, parameters: query.parameters, durationMs: queryDurationMillis, isApart });
  };
}

/** Adapts node:sqlite to Kysely's interface. */
function adapt(database: DatabaseSync): SqliteDatabase {
  return {
    prepare: keepStatements((text) => adaptStatement(database.prepare(text))),
    close: () => database.close(),
  };
}

function adaptStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => allRows(statement, parameters),
    run: (parameters: readonly unknown[]) => statement.run(...parameters.map(toInput)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(toInput)),
  };
}

function migratable(database: DatabaseSync, now: () => number): Migratable {
  return {
    async listApplied() {
      database.exec(
        'create table if not exists migrations (name text primary key, digest text not null, applied_at integer not null) strict',
      );
      const rows = database.prepare('select name, digest from migrations order by name').all();
      return rows.map(({ name, digest }) => ({ name: String(name), digest: String(digest) }));
    },
    async apply({ name, digest, script }) {
      database.exec('begin immediate');
      try {
        database.exec(script);
        database.prepare('insert into migrations (name, digest, applied_at) values (?, ?, ?)').run(name, digest, now());
        database.exec('commit');
      } catch (cause) {
        database.exec('rollback');
        throw new Error(`database (sqlite): the migration "${name}" failed, nothing was changed`, { cause });
      }
    },
  };
}

/** Builds an FTS5 query: a word in quotes is plain text, and adjacent terms must all match. */
function titleMatches(terms: readonly SearchTerm[]) {
  const match = terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? '*' : ''}`).join(' ');
  return sql<
    0 | 1
  >`sequence in (select rowid from materials_search where materials_search match ${match} and ${notAborted(sql.ref('rowid'))})`;
}

/** The index has every three consecutive code points; a quoted string in FTS5 syntax is plain text. */
function titleMayHold(foldedText: string) {
  // No title contains NUL, which would end the query for the index.
  if (foldedText.includes('\0')) return null;
  const chosen = chooseTrigrams(foldedText);
  if (chosen.length === 0) return null;
  const match = chosen.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
  return sql<
    0 | 1
  >`sequence in (select rowid from materials_title_trigrams where materials_title_trigrams match ${match} and ${notAborted(sql.ref('rowid'))})`;
}

/** Checked at every 64th row: costs 15 ns a row, a sixth of the simplest scan, and stops within about a millisecond. */
function notAborted(sequence: RawBuilder<unknown>) {
  return sql<0 | 1>`(${sequence} % 64 <> 0 or ${sql.raw(stopFunction)}())`;
}

const lists: ListSql = {
  texts: (list) => sql`(select value from json_each(${JSON.stringify(list)}))`,
  rows: (list) => sql`(select value from json_each(${JSON.stringify(list)}))`,
};

/** Number of retained copies: bounded, but enough to go back when a problem is noticed later. */
const retainedCopies = 3;

const copyPattern = /^before-\d{4}.*\.sqlite$/;

/**
 * Copies the database before migrations change it, to `backups/before-{migration}.sqlite` in the data folder, and
 * removes the oldest such copies. Returns the file. Throws if the copy cannot be made.
 */
async function copyBeforeMigration(parts: {
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
