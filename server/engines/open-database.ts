import path from 'node:path';
import type { Kysely } from 'kysely';
import type { ContractIds } from '#contract/addresses.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { Patience } from '#server/engines/database/postgres/client-config.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { createRecordView, type RecordView } from '#server/engines/database/record-view.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import type { ReadOptions } from '#server/engines/database/sqlite/read-limits.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openSqliteView } from '#server/engines/database/sqlite/sqlite-record-view.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import type { WriterSetup } from '#server/engines/database/sqlite/writer-thread.ts';
import { openSqliteTransfer, requireRelease } from '#server/engines/database/transfer/sqlite-transfer.ts';
import type { RecordsTransfer } from '#server/engines/database/transfer/transfer.ts';

/**
 * `reader` only in PostgreSQL: its quick statements, for the search index in the same database (server/engines/search-index).
 */
export type OpenedDatabase = Database & { reader?: Kysely<Tables> };

/**
 * Opens the records in the configured location: in the PostgreSQL database `address`, or else in a file of `dataDir`.
 * The code for PostgreSQL is loaded only if it is used.
 */
export async function openDatabase(options: {
  dataDir: string;
  address: PostgresAddress | null;
  /** Same as in PostgresOptions. */
  directAddress?: PostgresAddress | null;
  node?: string;
  publicUrl: string;
  ids: ContractIds;
  ballast?: WriterSetup['ballast'];
  onQuery?: (query: QueryRun) => void;
  onError?: (error: unknown) => void;
  /** Called with the copy of the file that was made before migrations changed it. */
  onCopy?: (copy: string) => void;
  reads?: ReadOptions;
}): Promise<OpenedDatabase> {
  const { dataDir, address, directAddress, node, ballast, onCopy, ...shared } = options;
  if (!address)
    return openSqlite({ dataDir, ...shared, ...(ballast !== undefined && { ballast }), ...(onCopy && { onCopy }) });
  const { openPostgres } = await import('#server/engines/database/postgres/postgres.ts');
  return openPostgres({
    address,
    ...(directAddress && { directAddress }),
    ...(node && { node }),
    ...shared,
  });
}

/**
 * Opens all records of a library, which servers may be using, for moving them. With `isNew` missing tables are
 * created; a database with other content is left unchanged. `patience` has the timeouts for PostgreSQL. Throws an
 * Error with one line that says what to do.
 */
export async function openTransfer(options: {
  dataDir: string;
  address: PostgresAddress | null;
  isNew: boolean;
  patience?: Patience | undefined;
}): Promise<RecordsTransfer> {
  const { dataDir, address, isNew, patience } = options;
  if (address) {
    const { openPostgresTransfer } = await import('#server/engines/database/postgres/postgres-transfer.ts');
    return openPostgresTransfer(address, { isNew, ...(patience && { patience }) });
  }
  // Neither the address nor the ids are stored.
  const none = { publicUrl: 'http://localhost', ids: { projectId: '', databaseId: '', bucketId: '' } };
  if (isNew) await (await openSqlite({ dataDir, ...none })).close();
  const file = path.join(dataDir, sqliteFileName);
  requireRelease(file);
  return openSqliteTransfer(file);
}

/**
 * Opens all records of a library read-only, even while servers run. Throws an Error with one line that says what to
 * do.
 */
export async function openRecordView(options: {
  dataDir: string;
  address: PostgresAddress | null;
}): Promise<RecordView> {
  const { dataDir, address } = options;
  if (!address) return createRecordView(openSqliteView(dataDir));
  const { openPostgresView } = await import('#server/engines/database/postgres/postgres-record-view.ts');
  return createRecordView(await openPostgresView(address));
}
