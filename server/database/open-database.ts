import type { Kysely } from 'kysely';
import type { ContractIds } from '#contract/addresses.ts';
import type { WriterSetup } from './writer/writer-messages.ts';
import type { Database } from './database.ts';
import type { PostgresAddress } from './postgres/postgres-address.ts';
import type { QueryRun } from './query-run.ts';
import type { ReadOptions } from './read-limits.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** `reader` only in PostgreSQL: its quick statements, for the index of words in the same database (server/search-index). */
export type OpenedDatabase = Database & { reader?: Kysely<Tables> };

/**
 * Opens the records where the settings say: in the PostgreSQL database `address`, or else in a file of `dataDir`. The code
 * for PostgreSQL is loaded only if it is used.
 */
export async function openDatabase(options: {
  dataDir: string;
  address: PostgresAddress | null;
  /** As of PostgresOptions. */
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
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres({ address, ...(directAddress && { directAddress }), ...(node && { node }), ...shared });
}
