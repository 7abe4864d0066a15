import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { chunkBytes } from '#domain/text/chunk.ts';
import {
  addressSeconds,
  type AddressHeaders,
  type DerivedObjects,
  type Storage,
} from '#server/engines/storage/storage.ts';
import { abortUploadsBefore, listFolders, removeAll } from './bucket-work.ts';
import { createClient, openBucket, type Bucket } from './bucket.ts';
import type { S3Address } from './s3-address.ts';
import { createS3Aside } from './s3-aside.ts';
import { createS3Files } from './s3-files.ts';
import { createS3Keys, digestForm, type S3Keys } from './s3-keys.ts';
import { createS3Owner } from './s3-owner.ts';
import { createS3Parts } from './s3-parts.ts';

/** Age after which a multipart upload was abandoned by a killed node. The longest file takes minutes. */
const abandonedMs = 24 * 60 * 60 * 1000;

export interface S3Storage extends Storage {
  /**
   * Marks the store as that of one library, or checks the mark. Throws an Error that says in one line what to do if
   * it is another library's: its files have no records here and would be set aside.
   */
  claim(libraryId: string): Promise<void>;
  /** Returns the mark of the store: a library, or a restoration that runs or was killed. */
  owner(): Promise<string | null>;
  /** Sets another mark or removes it, whatever it was before. */
  give(owner: string | null): Promise<void>;
}

/**
 * Stores the bytes in a bucket of an S3-compatible store (s3-keys.ts names the objects), which any number of nodes may
 * use at once. A file appears completely or not at all, like single objects and completed multipart uploads.
 *
 * `scratch` is a folder for local copies that only this process uses; remains of a killed process there are removed.
 * The bucket must exist. The credentials come from the standard AWS variables, or the SDK's other sources.
 */
export async function openS3(options: {
  address: S3Address;
  scratch: string;
  /** Enables URLs of files; `endpoint` is the name of the store for visitors if it is not that of `address`. */
  redirect?: { endpoint: string | null } | null;
}): Promise<S3Storage> {
  const { address, scratch, redirect = null } = options;
  await rm(scratch, { recursive: true, force: true });
  const bucket = openBucket(address);
  const keys = createS3Keys(address.prefix);
  const addresses = await openS3Addresses({ address, bucket, keys, redirect });

  /** Returns the time by the clock of the store, which dates its objects. */
  async function storesTime(): Promise<number> {
    await bucket.put(keys.probe, '');
    return (await bucket.head(keys.probe))?.modifiedAt ?? 0;
  }

  const mark = createS3Owner({ address, bucket, keys });
  const aside = createS3Aside(bucket, keys);

  return {
    ...createS3Parts(bucket, keys),
    ...createS3Files({ bucket, keys, scratch }),
    ...aside,
    async setAside(fileId, kind) {
      await mark.check();
      return aside.setAside(fileId, kind);
    },
    async ageAside(passedMs, keptMs) {
      await mark.check();
      return aside.ageAside(passedMs, keptMs);
    },
    derived: createS3Derived(bucket, keys),
    addressFor: addresses.addressFor,

    tidy: async () => abortUploadsBefore(bucket, address.prefix, (await storesTime()) - abandonedMs),

    async ping() {
      await storesTime();
      await mark.check();
    },

    async tryRoom() {
      // A store whose quota is used up may still accept an empty object.
      await bucket.put(keys.probe, ' '.repeat(chunkBytes));
      await bucket.put(keys.probe, '');
    },

    claim: mark.claim,
    owner: mark.owner,
    give: mark.give,

    async close() {
      addresses.close();
      bucket.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/**
 * Signs URLs of single objects, with which a visitor gets one file and nothing else. Signing needs no request. The
 * store checks the time of signing by its own clock; `bucket.aheadMs` is its offset to this machine's. Must be
 * closed.
 */
async function openS3Addresses(parts: {
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

/** Stores derived files as objects below `derived/`. */
function createS3Derived(bucket: Bucket, keys: S3Keys): DerivedObjects {
  return {
    async fetch(kind, sha256, name, to) {
      const opened = await bucket.get(keys.derived(kind, sha256, name));
      if (!opened) return false;
      try {
        await pipeline(opened.body, createWriteStream(to, { flags: 'wx' }));
        return true;
      } catch (error) {
        await rm(to, { force: true });
        throw error;
      }
    },

    put: (kind, sha256, name, from) => bucket.putStream(keys.derived(kind, sha256, name), createReadStream(from)),
    remove: (kind, sha256) => removeAll(bucket, keys.derivedFrom(kind, sha256)),

    async *digests(kind) {
      const folder = keys.derivedKind(kind);
      for await (const prefix of listFolders(bucket, folder)) {
        const name = prefix.slice(folder.length, -1);
        if (digestForm.test(name)) yield name;
      }
    },
  };
}
