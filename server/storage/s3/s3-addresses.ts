import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DirectObject, DirectReads } from '#server/storage/direct-reads.ts';
import { addressSeconds, type AddressHeaders, type Storage } from '#server/storage/storage.ts';
import { createClient, type Bucket } from './bucket.ts';
import type { S3Address } from './s3-address.ts';
import { findCorsFault } from './s3-cors.ts';
import type { S3Keys } from './s3-keys.ts';

/** Of ranges nothing is saved or shown by the browser; whoever opens such an address by hand saves the file. */
const rangeHeaders: AddressHeaders = {
  contentType: 'application/pdf',
  contentDisposition: 'attachment',
  cacheControl: 'private, max-age=300',
};

/** Tags that can stand in a header as they are. */
const tagForm = /^"([\w.+/=-]{1,100})"$/;
/** Short, so that a clock that is behind by more is noticed before visitors are. */
const corsSeconds = 60;

/**
 * Signed addresses of single objects, by which a visitor gets one file and nothing else. Signing needs no request. The store
 * checks the moment of signing by its own clock, and `bucket.aheadMs` tells how far that is ahead of this machine's. Must be closed.
 */
export async function openS3Addresses(parts: {
  address: S3Address;
  bucket: Pick<Bucket, 'head' | 'aheadMs'>;
  keys: S3Keys;
  redirect: { endpoint: string | null } | null;
}): Promise<Pick<Storage, 'addressFor' | 'direct'> & { close(): void }> {
  const { address, bucket, keys, redirect } = parts;
  if (!redirect) return { addressFor: async () => null, direct: null, close: () => undefined };
  const client = createClient({ ...address, endpoint: redirect.endpoint ?? address.endpoint });
  const sign = (key: string, headers: AddressHeaders, seconds: number) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: address.bucket,
        Key: key,
        ResponseContentType: headers.contentType,
        ResponseContentDisposition: headers.contentDisposition,
        ResponseCacheControl: headers.cacheControl,
      }),
      { expiresIn: seconds, signingDate: new Date(Date.now() + bucket.aheadMs()) },
    );
  const keyOf = (object: DirectObject) =>
    'fileId' in object ? keys.finished(object.fileId) : keys.derived(object.kind, object.sha256, object.name);
  const tagOf = async (key: string) => {
    const found = await bucket.head(key);
    const etag = tagForm.exec(found?.etag ?? '')?.[1];
    return found && etag !== undefined ? { sizeBytes: found.sizeBytes, etag } : null;
  };
  const direct: DirectReads = {
    // As addresses are signed: the bucket may be in the name of the host.
    origin: new URL(await sign(keys.owner, rangeHeaders, corsSeconds)).origin,
    find: async (object) => tagOf(keyOf(object)),
    sign: async (object, seconds) => sign(keyOf(object), rangeHeaders, seconds),
    async whyUnreadableBy(pageOrigin) {
      try {
        const owner = await tagOf(keys.owner);
        if (!owner) return 'its objects have no tags (ETag) that could be compared';
        return await findCorsFault(await sign(keys.owner, rangeHeaders, corsSeconds), { pageOrigin, etag: owner.etag });
      } catch (error) {
        return `it could not be asked (${error instanceof Error ? error.message : String(error)})`;
      }
    },
  };
  return {
    addressFor: (fileId, headers) => sign(keys.finished(fileId), headers, addressSeconds),
    direct,
    close: () => client.destroy(),
  };
}
