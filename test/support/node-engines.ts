import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '#server/engines/database/database.ts';
import { openPostgres } from '#server/engines/database/postgres/postgres.ts';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';
import { openS3 } from '#server/engines/storage/s3/s3.ts';
import type { Storage } from '#server/engines/storage/storage.ts';

/** Places of the records and bytes of a test's nodes. */
export type NodePlaces = { databaseUrl: string; storageUrl: string; holdMs: number };

/** Opens the engines of one node, with local copies in its own folder. */
export async function openNodeEngines({
  databaseUrl,
  storageUrl,
  holdMs,
}: NodePlaces): Promise<{ database: Database; storage: Storage }> {
  const address = readPostgresAddress(databaseUrl);
  const store = readS3Address(storageUrl);
  if (!address || !store) throw new Error('no address');
  const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
  const database = await openPostgres({ address, publicUrl: 'http://127.0.0.1:3000', ids, holdMs });
  const storage = await openS3({ address: store, scratch: path.join(tmpdir(), `examshelf-node-${randomUUID()}`) });
  return { database, storage };
}
