import { Client } from 'pg';
import { DatabaseFailing } from '#server/faults/read-fault.ts';
import { clientConfig } from './client-config.ts';
import { deleteOldWorks } from './photograph-works.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';

/** Whose statistics decide between indexes. The server renews them by itself as well, after many changes. */
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
 * What nodes that were killed had in hand: a file that was being joined, a material that was being indexed, a PDF of photographs. They hold nobody up,
 * because each ended by itself, but nobody else removes the rows. An hour is long after any of them ends. The tables are read
 * from end to end, since by this they stay small.
 */
const leftBehind = [
  "delete from file_holds where held_until < clock_timestamp() - interval '1 hour'",
  "delete from search_claims where until < clock_timestamp() - interval '1 hour'",
  deleteOldWorks,
];

/** Daily maintenance, by one of the nodes, on a connection of its own. */
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
