import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { openOrRemake } from '#server/engines/database/sqlite/derived-file.ts';
import { openReader } from '#server/engines/database/sqlite/sqlite-connection.ts';
import type { IndexState } from '#server/engines/search-index/search-index.ts';

/** Increase it after a change of the tables, or of how text is split into words; other files are recreated. */
const schemaVersion = 3;

const busyTimeoutMs = 5000;
export const indexFileName = 'search.sqlite';

/**
 * `terms` finds pages: its rows have the key `sequence * 65536 + page`, where page 0 is the material itself, and its
 * tokens are the terms of page-terms.ts. `pages` has the words of each page in their order (word-stream.ts), from which
 * pages are ranked and removed.
 */
const tables = `
  create table stems (
    id integer primary key,
    stem text not null unique,
    pages integer not null default 0,
    materials integer not null default 0
  ) strict;
  create table words (
    id integer primary key,
    word text not null unique,
    stem integer not null,
    pages integer not null default 0
  ) strict;
  create index words_by_stem on words (stem);
  create table materials (
    sequence integer primary key,
    id text not null,
    sha256 text not null,
    text_version integer,
    updated_at text
  ) strict;
  create index materials_by_digest on materials (sha256);
  create table pages (
    id integer primary key,
    digest integer not null,
    words blob not null
  ) strict;
  create table totals (pages integer not null, words integer not null, edition text not null) strict;
  create virtual table terms using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
`;

/** Opens the file for writing, and creates it if it is missing. Null for a file of another version. */
export function openIndexForWriting(file: string): DatabaseSync | null {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    // A power cut may lose the last pages, never more; they are indexed again.
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -32768');
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    const isNew = Number(database.prepare('select count(*) as tables from sqlite_schema').get()?.['tables']) === 0;
    if (version === 0 && isNew) {
      database.exec('begin immediate');
      database.exec(tables);
      database.exec('insert into totals values (0, 0, lower(hex(randomblob(8))))');
      database.exec(`pragma user_version = ${schemaVersion}; commit`);
    } else if (version !== schemaVersion) {
      database.close();
      return null;
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file, and recreates it if it is damaged or of another version; `onRemade` is then called. */
export function openIndexOrRemake(file: string, onRemade: (reason: string) => void): DatabaseSync {
  return openOrRemake(file, openIndexForWriting, onRemade);
}

type Page = { after: number; limit: number };
type Row = Record<string, unknown>;

/** Lists the materials in this index file, in order of sequence, on a separate connection. */
export function listStates(file: string, page: Page): IndexState[] {
  using database = openReader(file);
  return selectStates((sql) => database.prepare(sql), page);
}

export function selectStates(prepare: (sql: string) => StatementSync, { after, limit }: Page): IndexState[] {
  return prepare('select * from materials where sequence > ? order by sequence limit ?').all(after, limit).map(toState);
}

function toState(row: Row): IndexState {
  const isFinished = row['updated_at'] !== null;
  return {
    sequence: Number(row['sequence']),
    id: String(row['id']),
    sha256: String(row['sha256']),
    textVersion: isFinished ? Number(row['text_version']) : null,
    updatedAt: isFinished ? String(row['updated_at']) : null,
  };
}
