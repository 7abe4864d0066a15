import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, sql, type Dialect, type LogEvent, type RawBuilder, type SqliteDatabase } from 'kysely';
import { api, type ContractIds } from '#contract/addresses.ts';
import { readFault } from '#server/faults/read-fault.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import type { Database } from './database.ts';
import { describeDamage, explainOpening } from './describe-damage.ts';
import type { Engine } from './engine.ts';
import { migrate, type Migratable } from './migrate.ts';
import { connectPool } from './pool-connection.ts';
import { readLimits, setDeadline, type ReadOptions } from './read-limits.ts';
import { openReadPool, type ReadPool } from './read-pool.ts';
import { createRecords } from './records.ts';
import type { SearchTerm } from './search-words.ts';
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
import { sqliteFileName, sqliteMigrations } from './sqlite-file.ts';
import type { Tables } from './tables.ts';
import { addTextFunctions } from './text-functions.ts';
import { createWriterDialect, type WriterLimits } from './writer/writer-dialect.ts';
import type { WriterSetup } from './writer/writer-messages.ts';
import { createWriterThread, type WriterThread } from './writer/writer-thread.ts';

export type SqliteOptions = {
  /** The folder the database file lies in, made when it is missing. */
  dataDir: string;
  publicUrl: string;
  ids: ContractIds;
  now?: () => number;
  /** Told where the database was copied to before migrations changed it. */
  onCopy?: (copy: string) => void;
  /** The folder of migrations; only tests name another. */
  migrations?: string;
  /** Told of every statement once it has run, for logs of slow ones. */
  onQuery?: (query: QueryRun) => void;
  /** Told of every statement that failed, so that what is wrong with the disk is noticed whoever asked. */
  onError?: (error: unknown) => void;
  /** What may be deleted to make room for writing; see `WriterSetup`. */
  ballast?: WriterSetup['ballast'];
  /** How long a statement waits for another process to end its transaction. */
  busyTimeoutMs?: number;
  /** Lets a test stand between the statements and the thread that runs them. */
  wrapWriter?: (thread: WriterThread) => WriterThread;
  /** How many changes may wait for the writing connection, and how long. */
  writerLimits?: WriterLimits;
  /** What reads outside the server's own thread may use, and how their deadlines are kept. */
  reads?: ReadOptions;
};

/** `isApart` when it ran outside the server's own thread; its time then holds the waiting as well. */
export type QueryRun = { sql: string; parameters: readonly unknown[]; durationMs: number; isApart: boolean };

export { sqliteFileName };

/**
 * Opens the records in a SQLite file, bringing its tables up to date. Durable once a promise resolves (WAL with a full
 * sync at each commit). One connection writes, on a thread of its own; a second one reads and never waits for it; and a
 * pool of threads reads what may take long (decision 18). Must be closed.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database & { reads: Pick<ReadPool, 'state'> }> {
  const { dataDir, publicUrl, ids, now = Date.now, busyTimeoutMs = usualBusyTimeoutMs, reads = {} } = options;
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, sqliteFileName);
  const reader = await prepare({ ...options, busyTimeoutMs, now }, file);
  const thread = createWriterThread({ file, busyTimeoutMs, cacheKiB, ballast: options.ballast ?? null });
  const wrapped = options.wrapWriter?.(thread) ?? thread;
  const write = connect(
    createWriterDialect(wrapped, { toInput, ...(options.writerLimits && { limits: options.writerLimits }) }),
    tell(options, false),
  );
  const read = connect(new SqliteDialect({ database: adapt(reader) }), tell(options, false));
  const pool = openReadPool({
    file,
    limits: reads.limits ?? readLimits,
    setDeadline: reads.setDeadline ?? setDeadline,
  });
  const scan = connectPool(pool, tell(options, true));
  const engine: Engine = { read, scan, write, titleMatches, goesOn, now, fileUrl: fileUrlParts(publicUrl, ids) };
  return {
    ...createRecords(engine),
    reads: pool,
    tidy: () => learnSizes((statement) => sql.raw(statement).execute(write)),
    async close() {
      await scan.destroy();
      await pool.close();
      await read.destroy();
      // The last connection to go empties the write-ahead log into the file.
      await write.destroy();
    },
  };
}

/** Brings the tables up to date and answers the reading connection. Throws an Error whose one line says what to do. */
async function prepare(
  options: SqliteOptions & Required<Pick<SqliteOptions, 'busyTimeoutMs' | 'now'>>,
  file: string,
): Promise<DatabaseSync> {
  const { dataDir, busyTimeoutMs, now } = options;
  try {
    const damage = describeDamage(file);
    if (damage !== null) throw new Error(damage);
    // From here on only the writing thread writes.
    using migrator = openMigrator(file, busyTimeoutMs);
    requireSound(migrator, file);
    addTextFunctions(migrator);
    await migrate(migratable(migrator, now), options.migrations ?? sqliteMigrations, async (migration) => {
      const copy = await copyBeforeMigration({ database: migrator, dataDir, migration });
      options.onCopy?.(copy);
    });
    await learnSizesIfPossible(migrator, options.onError);
    const reader = openReader(file, busyTimeoutMs);
    defineStopFunction(reader);
    return reader;
  } catch (error) {
    throw explainOpening(file, error);
  }
}

/** A tenth of a second at most; the check of a larger one is `npm run check-library`'s. */
const checkedBytes = 16 * 1024 * 1024;

function requireSound(database: DatabaseSync, file: string): void {
  if (statSync(file).size > checkedBytes) return;
  const [found] = database.prepare('pragma quick_check(1)').all();
  const said = String(found?.['quick_check']);
  if (said !== 'ok') throw Object.assign(new Error(said.replace(/\s+/g, ' ')), { errcode: sqliteCorrupt });
}

const sqliteCorrupt = 11;

function openMigrator(file: string, timeout: number): DatabaseSync {
  // A migration may change what a check allows, which SQLite has no statement for: `pragma writable_schema` does it.
  const database = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true, defensive: false });
  database.exec('pragma synchronous = full');
  const { journal_mode: mode } = { ...database.prepare('pragma journal_mode = wal').get() };
  if (mode !== 'wal')
    throw new Error(`database (sqlite): ${file} cannot be put into WAL mode; put DATA_DIR on a local disk`);
  return database;
}

/** Rows looked at of each index to learn its size: enough to choose well, and a matter of milliseconds on any library. */
const analysisRows = 400;

/**
 * Tells the engine how large its tables are and how much their indexes tell apart, by which it chooses between them.
 * A connection learns this when it is opened; the plans the product relies on are the same without, which a test holds
 * (statement-plans.test.ts).
 */
async function learnSizes(run: (statement: string) => unknown): Promise<void> {
  await run(`pragma analysis_limit = ${analysisRows}`);
  // 0x10000: all tables, not only those that this connection, which writes, has happened to read.
  await run('pragma optimize = 0x10002');
}

/** Sizes only make plans better, so a full disk or another program's lock is told and does not keep the library closed. */
async function learnSizesIfPossible(migrator: DatabaseSync, onError: SqliteOptions['onError']): Promise<void> {
  try {
    await learnSizes((statement) => migrator.exec(statement));
  } catch (error) {
    if (readFault(error) === null) throw error;
    onError?.(error);
  }
}

function connect(dialect: Dialect, log: ((event: LogEvent) => void) | undefined): Kysely<Tables> {
  return new Kysely<Tables>(log ? { dialect, log } : { dialect });
}

function tell({ onQuery, onError }: Pick<SqliteOptions, 'onQuery' | 'onError'>, isApart: boolean) {
  if (!onQuery && !onError) return undefined;
  return (event: LogEvent) => {
    if (event.level === 'error') onError?.(event.error);
    const { query, queryDurationMillis } = event;
    onQuery?.({ sql: query.sql, parameters: query.parameters, durationMs: queryDurationMillis, isApart });
  };
}

/** Makes node:sqlite look the way Kysely wants it. */
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

/** In the words of FTS5: every word in quotes is text and nothing else; side by side means all of them. */
function titleMatches(terms: readonly SearchTerm[]) {
  const match = terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? '*' : ''}`).join(' ');
  return sql<
    0 | 1
  >`sequence in (select rowid from materials_search where materials_search match ${match} and ${goesOn(sql.ref('rowid'))})`;
}

/** Asked of every 64th row: it costs 15 ns a row, a sixth of the plainest scan, and stops within a millisecond or so. */
function goesOn(sequence: RawBuilder<unknown>) {
  return sql<0 | 1>`(${sequence} % 64 <> 0 or ${sql.raw(stopFunction)}())`;
}

function fileUrlParts(publicUrl: string, ids: ContractIds): Engine['fileUrl'] {
  // No identifier can hold this sign, so it stands where the file's id will.
  const mark = '!';
  const [prefix = '', suffix = ''] = `${publicUrl}${api.filePreview(ids, mark)}`.split(mark);
  return { prefix, suffix };
}
