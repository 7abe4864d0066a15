import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deleteDerivedFile, openOrRemake } from '#server/engines/database/sqlite/derived-file.ts';

/**
 * Version of the file. Increase it after a change of the tables, of signatures or of the definition of duplicates; then
 * everything is rebuilt.
 */
const schemaVersion = 1;

export const similarFileName = 'similar.sqlite';

const busyTimeoutMs = 5000;

/** `version` is that of the document's text. In a pair, the smaller digest comes first. */
const tables = `
  create table documents (
    id integer primary key,
    sha256 text not null unique,
    version integer not null
  ) strict;
  create table bands (
    band integer not null,
    hash integer not null,
    document integer not null references documents (id) on delete cascade,
    primary key (hash, band, document)
  ) strict, without rowid;
  create index bands_by_document on bands (document);
  create table pairs (
    first text not null references documents (sha256) on delete cascade,
    second text not null references documents (sha256) on delete cascade,
    same real not null,
    primary key (first, second)
  ) strict, without rowid;
  create index pairs_by_second on pairs (second);
`;

/**
 * Opens the file of signatures and pairs, or creates it. Deletes a damaged file, or one of another version, because all
 * of it can be derived from the texts.
 */
export function openSimilarFile(directory: string): DatabaseSync {
  return openOrRemake(path.join(directory, similarFileName), openFile, () => undefined);
}

/** Deletes the file with its log. */
export function deleteSimilarFile(directory: string): void {
  deleteDerivedFile(path.join(directory, similarFileName));
}

/** Opens a file; null for one of another version. */
function openFile(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    const isNew = Number(database.prepare('select count(*) as tables from sqlite_schema').get()?.['tables']) === 0;
    if (isNew) database.exec(`begin immediate; ${tables} pragma user_version = ${schemaVersion}; commit`);
    else if (version !== schemaVersion) {
      database.close();
      return null;
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
