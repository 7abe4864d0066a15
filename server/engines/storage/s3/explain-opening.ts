import { StoreFailing, StoreFull } from '#server/machinery/faults/read-fault.ts';
import type { S3Address } from './s3-address.ts';

/**
 * Returns the error for a store that can't be opened: one line with the setting and the action to take. Returns other
 * errors unchanged.
 */
export function explainOpening(address: S3Address, error: unknown): unknown {
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
      return `setting STORAGE_URL: the store ${endpoint ?? 'of Amazon'} does not respond correctly (${said}); check that it runs, and that the address and the network are right`;
  }
}

/** Describes the cause. Some stores send only a code, which the SDK reports as an unknown error. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const said = cause.message === 'UnknownError' ? cause.name : cause.message;
  return said.replace(/\s+/g, ' ').trim();
}
