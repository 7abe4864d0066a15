import path from 'node:path';
import { describeAddress, type PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { describeFilesPlace } from '#server/engines/open-storage.ts';
import type { S3Address } from '#server/engines/storage/s3/s3-address.ts';

/** The location of a library, from the settings DATA_DIR, DATABASE_URL and STORAGE_URL. */
export type Place = { dataDir: string; database: PostgresAddress | null; store: S3Address | null };

/** Describes the location for the operator, without passwords. */
export function describePlace(place: Place): string {
  return `${describeRecords(place)} with files in ${describeFiles(place)}`;
}

/** True if the locations have neither records nor files nor a data folder in common. */
export function areApart(one: Place, other: Place): boolean {
  return [describeRecords, describeFiles, ({ dataDir }: Place) => path.resolve(dataDir)].every(
    (describe) => describe(one) !== describe(other),
  );
}

function describeRecords({ database, dataDir }: Place): string {
  return database ? `PostgreSQL ${describeAddress(database)}` : `SQLite in ${path.resolve(dataDir)}`;
}

function describeFiles({ store, dataDir }: Place): string {
  return store ? `${describeFilesPlace(store)}${store.endpoint ? ` at ${store.endpoint}` : ''}` : path.resolve(dataDir);
}
