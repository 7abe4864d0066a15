import { openBucket } from '#server/engines/storage/s3/bucket.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';
import { runPrefix, type PostgresServer } from './postgres-server.ts';

/** Removes the databases and objects that the processes of a run left behind, because servers may be shared. */
export async function removeRun(run: string, { run: execute }: PostgresServer, storageUrl: string): Promise<void> {
  const found = (await execute('select datname from pg_database')) as { datname: string }[];
  for (const { datname } of found.filter(({ datname: name }) => name.startsWith(runPrefix(run))))
    await execute(`drop database if exists ${datname} with (force)`);
  const address = readS3Address(storageUrl);
  if (!address) throw new Error('TEST_S3_URL must be like s3://bucket/?endpoint=https://…');
  const bucket = openBucket(address);
  try {
    for await (const { key } of bucket.list(address.prefix)) await bucket.remove(key);
  } finally {
    bucket.close();
  }
}
