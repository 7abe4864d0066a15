import { createHash } from 'node:crypto';
import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Digested } from '#server/engines/storage/digest-files.ts';
import { nextPage, nullWhenMissing, type Bucket } from './bucket.ts';
import { inParallel } from '#server/machinery/queues/in-batches.ts';

/** Concurrent requests to the store for one call. */
const atOnce = 8;

/** Removes every object with this key prefix, one request each: not every store can delete many at once. */
export async function removeAll(bucket: Bucket, prefix: string): Promise<void> {
  await inParallel(atOnce, bucket.list(prefix), ({ key }) => bucket.remove(key));
}

/** Lists the distinct key prefixes up to the first slash after `prefix`, in the order of the keys. */
export async function* listFolders({ client, name: Bucket }: Bucket, prefix: string): AsyncGenerator<string> {
  for (let token: string | undefined; ;) {
    const wanted = { Bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: token };
    const page = await client.send(new ListObjectsV2Command(wanted));
    for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix !== undefined) yield Prefix;
    const next = nextPage(Bucket, page, token);
    if (next === null) return;
    token = next;
  }
}

/** Reads an object to its end. Null if it is missing. */
export async function digestObject(bucket: Bucket, key: string, etag: string): Promise<Digested | null> {
  const opened = await bucket.get(key, { etag });
  if (!opened) return null;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of opened.body) {
    hash.update(piece as Buffer);
    sizeBytes += (piece as Buffer).length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Ends multipart uploads that started before a time, by the clock of the store. Returns their number. */
export async function abortUploadsBefore(
  { client, name: Bucket }: Bucket,
  prefix: string,
  moment: number,
): Promise<number> {
  let aborted = 0;
  for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated.getTime() >= moment) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(nullWhenMissing);
      aborted++;
    }
    const { NextKeyMarker: KeyMarker = '', NextUploadIdMarker: UploadIdMarker = '' } = page;
    const isSame = KeyMarker === (marker.KeyMarker ?? '') && UploadIdMarker === (marker.UploadIdMarker ?? '');
    // Uploads that the store does not list now are left to the next sweep.
    if (!page.IsTruncated || isSame) return aborted;
    marker = { KeyMarker, UploadIdMarker };
  }
}
