import path from 'node:path';
import { describeAddress, type PostgresAddress } from '#server/database/postgres/postgres-address.ts';
import { describeFilesPlace } from '#server/storage/open-storage.ts';
import type { S3Address } from '#server/storage/s3/s3-address.ts';

/** Where a library is, as the settings DATA_DIR, DATABASE_URL and STORAGE_URL say. */
export type Place = { dataDir: string; database: PostgresAddress | null; store: S3Address | null };

/** Why a library was not moved, in one line that says what to do. */
export class MoveProblem extends Error {}

/** What of a library goes to another place. */
export type Moved = { records: boolean; files: boolean; texts: boolean };

/** Throws MoveProblem if nothing does. */
export function compare(from: Place, to: Place): Moved {
  const moved = {
    records: recordsOf(from) !== recordsOf(to),
    files: filesOf(from) !== filesOf(to),
    texts: recordsOf(from) !== recordsOf(to),
  };
  if (!moved.records && !moved.files)
    throw new MoveProblem('the library is there already; name another place with --to-database or --to-storage');
  return moved;
}

/** In words for the operator, without passwords. */
export function describePlace(place: Place): string {
  return `${recordsOf(place)} with files in ${filesOf(place)}`;
}

function recordsOf({ database, dataDir }: Place): string {
  return database ? `PostgreSQL ${describeAddress(database)}` : `SQLite in ${path.resolve(dataDir)}`;
}

function filesOf({ store, dataDir }: Place): string {
  return store ? `${describeFilesPlace(store)}${store.endpoint ? ` at ${store.endpoint}` : ''}` : path.resolve(dataDir);
}
