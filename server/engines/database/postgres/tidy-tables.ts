import { Client } from 'pg';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { clientConfig } from './client-config.ts';
import { deleteOldWorks } from './photograph-works.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';

/** Tables whose statistics decide between indexes. The server also updates them automatically, after many changes. */
const analysed = [
  'materials',
  'files',
  'shelf_counts',
  'staged_files',
  'staged_paths',
  'trail',
  'harvest_records',
  'text_documents',
  'text_pages',
];

/**
 * Entries of killed nodes: a file that was being joined, a material that was being indexed, a PDF of photographs. They
 * don't block anything, because each has expired, but nothing else removes the rows. An hour is much longer than any of
 * them lasts. Scans the whole tables, which this job keeps small.
 */
const leftBehind = [
  "delete from file_holds where held_until < clock_timestamp() - interval '1 hour'",
  "delete from search_claims where until < clock_timestamp() - interval '1 hour'",
  deleteOldWorks,
];

/** Runs the daily maintenance, on one of the nodes, on a separate connection. */
export async function tidyTables(address: PostgresAddress): Promise<void> {
  const client = new Client(clientConfig(address));
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of leftBehind) await client.query(statement);
    for (const table of analysed) await client.query(`analyze ${table}`);
  } catch (error) {
    throw new DatabaseFailing(describeAddress(address), error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
