import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, sql, type Dialect, type LogEvent, type SqliteDatabase } from 'kysely';
import { api, type ContractIds } from '#contract/addresses.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import type { Database } from './database.ts';
import { describeDamage, explainOpening } from './describe-damage.ts';
import type { Engine } from './engine.ts';
import { migrate, type Migratable } from './migrate.ts';
import { createRecords } from './records.ts';
import type { SearchTerm } from './search-words.ts';
import { sqliteFileName, sqliteMigrations } from './sqlite-file.ts';
import type { Tables } from './tables.ts';
import { addTextFunctions } from './text-functions.ts';
import { createWriterDialect } from './writer/writer-dialect.ts';
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
  onQuery?: (query: { sql: string; parameters: readonly unknown[]; durationMs: number }) => void;
  /** Told of every statement that failed, so that what is wrong with the disk is noticed whoever asked. */
  onError?: (error: unknown) => void;
  /** What may be deleted to make room for writing; see `WriterSetup`. */
  ballast?: WriterSetup['ballast'];
  /** How long a statement waits for another process to end its transaction. */
  busyTimeoutMs?: number;
  /** Lets a test stand between the statements and the thread that runs them. */
  wrapWriter?: (thread: WriterThread) => WriterThread;
};

export { sqliteFileName };

/**
 * Opens the records in a SQLite file, bringing its tables up to date. Durable once a promise resolves (WAL with a full
 * sync at each commit). One connection writes, on a thread of its own; a second one reads and never waits for it. Must
 * be closed.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { dataDir, publicUrl, ids, now = Date.now, busyTimeoutMs = usualBusyTimeoutMs } = options;
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, sqliteFileName);
  const reader = await prepare({ ...options, busyTimeoutMs, now }, file);
  const thread = createWriterThread({ file, busyTimeoutMs, cacheKiB, ballast: options.ballast ?? null });
  const wrapped = options.wrapWriter?.(thread) ?? thread;
  const write = connect(createWriterDialect(wrapped, { toInput }), options);
  const read = connect(new SqliteDialect({ database: adapt(reader) }), options);
  const engine: Engine = { read, write, titleMatches, now, fileUrl: fileUrlParts(publicUrl, ids) };
  return {
    ...createRecords(engine),
    async close() {
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
    return openReader(file, busyTimeoutMs);
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
  const database = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true });
  database.exec('pragma synchronous = full');
  const { journal_mode: mode } = { ...database.prepare('pragma journal_mode = wal').get() };
  if (mode !== 'wal')
    throw new Error(`database (sqlite): ${file} cannot be put into WAL mode; put DATA_DIR on a local disk`);
  return database;
}

function openReader(file: string, timeout: number): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  database.exec(`pragma query_only = on; pragma cache_size = ${-cacheKiB}`);
  return database;
}

const usualBusyTimeoutMs = 5000;
const cacheKiB = 16 * 1024;

function connect(dialect: Dialect, { onQuery, onError }: Pick<SqliteOptions, 'onQuery' | 'onError'>): Kysely<Tables> {
  if (!onQuery && !onError) return new Kysely<Tables>({ dialect });
  const log = (event: LogEvent) => {
    if (event.level === 'error') onError?.(event.error);
    const { query, queryDurationMillis } = event;
    onQuery?.({ sql: query.sql, parameters: query.parameters, durationMs: queryDurationMillis });
  };
  return new Kysely<Tables>({ dialect, log });
}

/** Enough for every statement the product makes; those of filters seldom asked for fall out again. */
const maxStatements = 256;

/** Makes node:sqlite look the way Kysely wants it, and keeps prepared statements. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<typeof adaptStatement>>();
  return {
    prepare(sqlText) {
      const known = statements.get(sqlText);
      const statement = known ?? adaptStatement(database.prepare(sqlText));
      if (known) statements.delete(sqlText);
      statements.set(sqlText, statement);
      if (statements.size > maxStatements) {
        const [oldest] = statements.keys();
        if (oldest !== undefined) statements.delete(oldest);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

function adaptStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...parameters.map(toInput)),
    run: (parameters: readonly unknown[]) => statement.run(...parameters.map(toInput)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(toInput)),
  };
}

/** node:sqlite takes an object in first place for named parameters and silently binds null for all of them. */
function toInput(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(
    `database (sqlite): a ${value === undefined ? 'missing value' : typeof value} cannot be a parameter`,
  );
}

function migratable(database: DatabaseSync, now: () => number): Migratable {
  return {
    listApplied() {
      database.exec(
        'create table if not exists migrations (name text primary key, digest text not null, applied_at integer not null) strict',
      );
      const rows = database.prepare('select name, digest from migrations order by name').all();
      return rows.map(({ name, digest }) => ({ name: String(name), digest: String(digest) }));
    },
    apply({ name, digest, script }) {
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
  return sql<0 | 1>`sequence in (select rowid from materials_search where materials_search match ${match})`;
}

function fileUrlParts(publicUrl: string, ids: ContractIds): Engine['fileUrl'] {
  // No identifier can hold this sign, so it stands where the file's id will.
  const mark = '!';
  const [prefix = '', suffix = ''] = `${publicUrl}${api.filePreview(ids, mark)}`.split(mark);
  return { prefix, suffix };
}
