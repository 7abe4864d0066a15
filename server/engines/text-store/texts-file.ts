import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { deleteDerivedFile, openOrRemake } from '#server/engines/database/sqlite/derived-file.ts';
import { keepStatements } from '#server/engines/database/sqlite/sqlite-connection.ts';

/** Version of the file. Increase it after a change of the tables; a file with another version is recreated. */
const schemaVersion = 1;

export const textsFileName = 'texts.sqlite';

const cacheKiB = 8 * 1024;
const busyTimeoutMs = 5000;

/**
 * The counts of a document are those of its pages, updated in the same transaction. `state` of a page: 0 waits for its
 * own text, 1 waits for recognition, 2 was read, 3 failed. Large columns come last, because SQLite reads a row only up to
 * the last column that is requested.
 */
const tables = `
  create table documents (
    id integer primary key autoincrement,
    sha256 text not null unique,
    page_count integer not null,
    skipped_pages integer not null,
    recipe integer not null,
    version integer not null,
    waiting_text integer not null default 0,
    waiting_ocr integer not null default 0,
    read integer not null default 0,
    failed integer not null default 0
  ) strict;
  create index documents_for_text on documents (id) where waiting_text > 0;
  create index documents_for_ocr on documents (id) where waiting_ocr > 0;
  create index documents_failed on documents (id) where failed > 0;
  create table pages (
    document integer not null references documents (id) on delete cascade,
    page integer not null,
    state integer not null default 0,
    tries integer not null default 0,
    source text,
    confidence real,
    reason text,
    text blob,
    lines blob,
    unique (document, page)
  ) strict;
  create index pages_by_state on pages (document, state, page);
  create table versions (last integer not null) strict;
`;

/** The connection to the file of texts, in the thread of the file. */
export type TextsFile = {
  prepare(sql: string): StatementSync;
  /** Runs all of the work or nothing. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
};

/** The reason why a file of texts was recreated. */
export type Remade = { reason: string };

/**
 * Opens the file, or creates it. Deletes a damaged file, or one of another version of the tables, because all of its
 * content can be extracted from the stored files again; then calls `onRemade`.
 */
export function openTextsFile(directory: string, onRemade: (remade: Remade) => void): TextsFile {
  return openOrRemake(path.join(directory, textsFileName), openFile, (reason) => onRemade({ reason }));
}

/** Deletes the file with its log. */
export function deleteTextsFile(directory: string): void {
  deleteDerivedFile(path.join(directory, textsFileName));
}

/** Opens a file; null for one of another version. */
function openFile(file: string): TextsFile | null {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    // A power cut may lose the last pages that were read, never more: they are read again.
    database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = ${-cacheKiB}`);
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    if (version === 0 && isEmpty(database)) makeTables(database);
    else if (version !== schemaVersion) {
      database.close();
      return null;
    }
    addLater(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const prepare = keepStatements((sql) => database.prepare(sql));
  return {
    prepare,
    transaction(work) {
      if (database.isTransaction) database.exec('rollback');
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

/**
 * Adds indexes and columns of later releases. An earlier release does not read them, so the version stays the same and
 * no text is extracted again.
 */
function addLater(database: DatabaseSync): void {
  const columns = database.prepare("select name from pragma_table_info('documents')").all();
  if (!columns.some(({ name }) => name === 'judgement'))
    database.exec('alter table documents add column judgement integer not null default 1');
  database.exec(`
    create index if not exists pages_recognised on pages (document) where source = 'ocr';
    create index if not exists pages_postponed on pages (document, page) where tries > 0 and state < 2;
    create index if not exists documents_by_judgement on documents (judgement);
  `);
}

function isEmpty(database: DatabaseSync): boolean {
  return Number(database.prepare('select count(*) as tables from sqlite_schema').get()?.['tables']) === 0;
}

function makeTables(database: DatabaseSync): void {
  database.exec('begin immediate');
  database.exec(tables);
  // Versions continue to rise when the file is recreated, so that no index mistakes new texts for its own.
  database.prepare('insert into versions (last) values (?)').run(Date.now());
  database.exec(`pragma user_version = ${schemaVersion}`);
  database.exec('commit');
}
