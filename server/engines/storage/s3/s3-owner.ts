import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { isRestorationMark, readRestoredMark } from '#server/engines/storage/storage.ts';
import { StoreFailing, StoreFull } from '#server/machinery/faults/read-fault.ts';
import type { Bucket } from './bucket.ts';
import type { S3Address } from './s3-address.ts';
import type { S3Keys } from './s3-keys.ts';

/**
 * Returns the error for a store that can't be opened: one line with the setting and the action to take. Other errors
 * are returned unchanged.
 */
function explainOpening(address: S3Address, error: unknown): unknown {
  if (!(error instanceof StoreFailing)) return error;
  const { cause } = error;
  if (error instanceof StoreFull)
    return new Error(
      `setting STORAGE_URL: the store of the bucket "${address.bucket}" refuses to store more (${describe(cause)}); free up space in it or enlarge its quota`,
      { cause: error },
    );
  const name = cause instanceof Error ? cause.name : '';
  return new Error(cureOf(address, name, describe(cause)), { cause: error });
}

function cureOf({ bucket, endpoint }: S3Address, name: string, said: string): string {
  switch (name) {
    case 'NoSuchBucket':
      return `setting STORAGE_URL: the store has no bucket "${bucket}"; create it, or name another one`;
    case 'InvalidAccessKeyId':
      return 'setting AWS_ACCESS_KEY_ID: the store does not know this key; correct it';
    case 'SignatureDoesNotMatch':
      return 'setting AWS_SECRET_ACCESS_KEY: it does not belong to AWS_ACCESS_KEY_ID; correct one of them';
    case 'AccessDenied':
      return `setting STORAGE_URL: the credentials may not use the bucket "${bucket}"; docs/operating-several-servers.md says what they must be allowed`;
    case 'CredentialsProviderError':
      return 'setting AWS_ACCESS_KEY_ID: must be set, and AWS_SECRET_ACCESS_KEY too: the credentials for the store of STORAGE_URL';
    case 'RequestTimeTooSkewed':
      return 'setting STORAGE_URL: the store refuses requests because the clock of this machine is wrong; set it';
    default:
      return `setting STORAGE_URL: the store ${endpoint ?? 'of Amazon'} does not answer as it should (${said}); check that it runs, and that the address and the network are right`;
  }
}

/** Some stores send only a code, and the SDK then reports an unknown error. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const said = cause.message === 'UnknownError' ? cause.name : cause.message;
  return said.replace(/\s+/g, ' ').trim();
}

/** Reads and writes the mark of the library that a store belongs to. */
export function createS3Owner(parts: { address: S3Address; bucket: Bucket; keys: S3Keys }) {
  const { address, bucket, keys } = parts;
  const place = bucket.source(address.prefix);
  /** Null for a program next to the servers, which claims nothing. */
  let claimedBy: string | null = null;

  async function owner(): Promise<string | null> {
    const mark = await bucket.get(keys.owner);
    return mark && Buffer.concat(await mark.body.toArray()).toString();
  }

  /**
   * Marks an unmarked store for one of several callers at once: false for the others. A store without conditional
   * writes lets each of them.
   */
  async function markNew(libraryId: string): Promise<boolean> {
    const input = { Bucket: bucket.name, Key: keys.owner, Body: Buffer.from(libraryId) };
    try {
      await bucket.client.send(new PutObjectCommand({ ...input, IfNoneMatch: '*' }));
    } catch (error) {
      const said = error instanceof StoreFailing ? error.cause : error;
      if (!(said instanceof S3ServiceException)) throw error;
      // 409: of two that write at the same moment.
      if ([409, 412].includes(said.$metadata.httpStatusCode ?? 0)) return false;
      if (said.name !== 'NotImplemented') throw error;
      await bucket.put(keys.owner, libraryId);
    }
    return true;
  }

  return {
    owner,

    give: (marked: string | null) => (marked === null ? bucket.remove(keys.owner) : bucket.put(keys.owner, marked)),

    /**
     * Rejects if the store is not marked with the library that claimed it: not every store lets only one of two claim
     * it, so operations that take files away check once more. A bucket that was removed and created again is marked
     * again: with files and no mark, no server would start on it.
     */
    async check(): Promise<void> {
      if (claimedBy === null) return;
      const marked = await owner();
      if (marked === claimedBy || (marked === null && (await markNew(claimedBy)))) return;
      throw new Error(
        `setting STORAGE_URL: the bucket ${place} is not marked with this library any more, so nothing is set aside there; check if another library uses it, and restart this server`,
      );
    },

    async claim(libraryId: string): Promise<void> {
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
      if (isEmpty && ((await markNew(libraryId)) || (await owner()) === libraryId)) return;
      if (isRestorationMark(marked))
        throw new Error(
          `setting STORAGE_URL: a backup is being restored into the bucket ${place}, or that was interrupted; wait for it, or run the same "npm run restore" again (nothing was changed)`,
        );
      throw new Error(
        `setting STORAGE_URL: the bucket ${place} holds the files of another library, or the database of this one was lost; put the database back from a backup, or name another bucket or prefix (nothing was changed)`,
      );
    },
  };
}
