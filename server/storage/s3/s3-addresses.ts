import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { addressSeconds, type Storage } from '#server/storage/storage.ts';
import { createClient } from './bucket.ts';
import type { S3Address } from './s3-address.ts';
import type { S3Keys } from './s3-keys.ts';

/**
 * Signed addresses of finished files, by which a visitor gets one file and nothing else. Signing needs no request. The store
 * checks the moment of signing by its own clock, and `storeAheadMs` tells how far that is ahead of this machine's. Must be closed.
 */
export function createS3Addresses(parts: {
  address: S3Address;
  keys: S3Keys;
  redirect: { endpoint: string | null } | null;
  storeAheadMs: () => number;
}): Pick<Storage, 'addressFor'> & { close(): void } {
  const { address, keys, redirect } = parts;
  if (!redirect) return { addressFor: async () => null, close: () => undefined };
  const client = createClient({ ...address, endpoint: redirect.endpoint ?? address.endpoint });
  return {
    addressFor: (fileId, { contentType, contentDisposition, cacheControl }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: address.bucket,
          Key: keys.finished(fileId),
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition,
          ResponseCacheControl: cacheControl,
        }),
        { expiresIn: addressSeconds, signingDate: new Date(Date.now() + parts.storeAheadMs()) },
      ),
    close: () => client.destroy(),
  };
}
