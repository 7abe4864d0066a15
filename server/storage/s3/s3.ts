import { rm } from 'node:fs/promises';
import { chunkBytes } from '#domain/chunk.ts';
import type { Storage } from '#server/storage/storage.ts';
import { isRestorationMark, readRestoredMark } from '#server/storage/restoration-mark.ts';
import { abortUploadsBefore } from './bucket-work.ts';
import { openBucket } from './bucket.ts';
import type { S3Address } from './s3-address.ts';
import { explainOpening } from './explain-opening.ts';
import { openS3Addresses } from './s3-addresses.ts';
import { createS3Aside } from './s3-aside.ts';
import { createS3Derived } from './s3-derived.ts';
import { createS3Files } from './s3-files.ts';
import { createS3Keys } from './s3-keys.ts';
import { createS3Parts } from './s3-parts.ts';

/** A multipart upload that began longer ago was left by a node that was killed. The longest file takes minutes. */
const abandonedMs = 24 * 60 * 60 * 1000;

export interface S3Storage extends Storage {
  /**
   * Marks the store as that of one library, or checks the mark. Throws an Error that says in one line what to do if it
   * is another library's: its files have no records here and would be set aside.
   */
  claim(libraryId: string): Promise<void>;
  /** What the store is marked with: a library, or a restoration that runs or was killed. */
  owner(): Promise<string | null>;
  /** Marks it with something else, or not at all, whatever it was before. */
  give(owner: string | null): Promise<void>;
}

/**
 * Stores the bytes in a bucket of an S3-compatible store (s3-keys.ts names the objects), which any number of nodes may
 * use at once. A file appears whole or not at all: single objects and completed multipart uploads do.
 *
 * `scratch` is a folder of this process alone: local copies for programs; what a killed process left there is removed.
 * The bucket must exist. Credentials are those of the standard AWS variables, or wherever else the SDK finds them.
 */
export async function openS3(options: {
  address: S3Address;
  scratch: string;
  /** Gives out addresses of files; `endpoint` is the name of the store for visitors if it is not that of `address`. */
  redirect?: { endpoint: string | null } | null;
}): Promise<S3Storage> {
  const { address, scratch, redirect = null } = options;
  await rm(scratch, { recursive: true, force: true });
  const bucket = openBucket(address);
  const keys = createS3Keys(address.prefix);
  const addresses = await openS3Addresses({ address, bucket, keys, redirect });

  /** The time by the clock of the store, which says when its objects were written. */
  async function storesTime(): Promise<number> {
    await bucket.put(keys.probe, '');
    return (await bucket.head(keys.probe))?.modifiedAt ?? 0;
  }

  async function owner(): Promise<string | null> {
    const mark = await bucket.get(keys.owner);
    return mark && Buffer.concat(await mark.body.toArray()).toString();
  }

  const aside = createS3Aside(bucket, keys);
  /** Null for a program beside the servers, which claims nothing. */
  let claimedBy: string | null = null;
  /**
   * Not every store lets only one of two libraries claim it, so what takes files away looks once more. A bucket that was
   * removed and made again is marked again: with files and no mark, no server would start on it.
   */
  async function checkOwner(): Promise<void> {
    if (claimedBy === null) return;
    const marked = await owner();
    if (marked === claimedBy || (marked === null && (await bucket.putNew(keys.owner, claimedBy)))) return;
    throw new Error(
      `setting STORAGE_URL: the bucket ${bucket.source(address.prefix)} is not marked with this library any more, so nothing is set aside there; see whether another library uses it, and restart this server`,
    );
  }

  return {
    ...createS3Parts(bucket, keys),
    ...createS3Files({ bucket, keys, scratch }),
    ...aside,
    async setAside(fileId, kind) {
      await checkOwner();
      return aside.setAside(fileId, kind);
    },
    async ageAside(passedMs, keptMs) {
      await checkOwner();
      return aside.ageAside(passedMs, keptMs);
    },
    derived: createS3Derived(bucket, keys),
    addressFor: addresses.addressFor,
    direct: addresses.direct,

    tidy: async () => abortUploadsBefore(bucket, address.prefix, (await storesTime()) - abandonedMs),

    async ping() {
      await storesTime();
      await checkOwner();
    },

    async tryRoom() {
      // A store whose quota is used up may still take an empty object.
      await bucket.put(keys.probe, ' '.repeat(chunkBytes));
      await bucket.put(keys.probe, '');
    },

    async claim(libraryId) {
      // The first request to the store: a wrong setting is found here.
      const marked = await owner().catch((error: unknown) => {
        throw explainOpening(address, error);
      });
      claimedBy = libraryId;
      if (marked === libraryId) return;
      // A restoration was killed in its last step: the records are here, and so are all files.
      if (readRestoredMark(marked)?.libraryId === libraryId) return bucket.put(keys.owner, libraryId);
      const isEmpty = marked === null && (await bucket.list(keys.files).next()).done === true;
      // Of nodes of one library that start at once, the others find its mark now.
      if (isEmpty && ((await bucket.putNew(keys.owner, libraryId)) || (await owner()) === libraryId)) return;
      if (isRestorationMark(marked))
        throw new Error(
          `setting STORAGE_URL: a backup is being restored into the bucket ${bucket.source(address.prefix)}, or that was interrupted; wait for it, or run the same "npm run restore" again (nothing was changed)`,
        );
      throw new Error(
        `setting STORAGE_URL: the bucket ${bucket.source(address.prefix)} holds the files of another library, or the database of this one was lost; put the database back from a backup, or name another bucket or prefix (nothing was changed)`,
      );
    },

    owner,
    give: (marked) => (marked === null ? bucket.remove(keys.owner) : bucket.put(keys.owner, marked)),

    async close() {
      addresses.close();
      bucket.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
