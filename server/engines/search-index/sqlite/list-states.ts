import type { StatementSync } from 'node:sqlite';
import { openReader } from '#server/engines/database/sqlite/sqlite-connection.ts';
import type { IndexState } from '#server/engines/search-index/search-index.ts';

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
