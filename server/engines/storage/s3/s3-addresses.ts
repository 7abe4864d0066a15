import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { addressSeconds, type AddressHeaders, type Storage } from '#server/engines/storage/storage.ts';
import { createClient, type Bucket } from './bucket.ts';
import type { S3Address } from './s3-address.ts';
import type { S3Keys } from './s3-keys.ts';

/**
 * Signs URLs of single objects, with which a visitor gets one file and nothing else. Signing needs no request. The
 * store checks the time of signing by its own clock; `bucket.aheadMs` is its offset to this machine's. Must be
 * closed.
 */
export async function openS3Addresses(parts: {
  address: S3Address;
  bucket: Pick<Bucket, 'aheadMs'>;
  keys: S3Keys;
  redirect: { endpoint: string | null } | null;
}): Promise<Pick<Storage, 'addressFor'> & { close(): void }> {
  const { address, bucket, keys, redirect } = parts;
  if (!redirect) return { addressFor: async () => null, close: () => undefined };
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
  return {
    addressFor: (fileId, headers) => sign(keys.finished(fileId), headers, addressSeconds),
    close: () => client.destroy(),
  };
}
