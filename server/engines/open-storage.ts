import path from 'node:path';
import { openDisk } from '#server/engines/storage/disk.ts';
import type { S3Address } from '#server/engines/storage/s3/s3-address.ts';
import type { S3Storage } from '#server/engines/storage/s3/s3.ts';
import type { Storage } from '#server/engines/storage/storage.ts';

/** Below the data folder. */
export const filesFolder = 'files';
const scratchFolder = 'scratch';

/**
 * Names the location of the files, the same for all nodes of a library. The endpoint is left out: a store may get
 * another name.
 */
export function describeFilesPlace(store: S3Address | null): string {
  return store ? `s3://${store.bucket}/${store.prefix}` : 'disk';
}

/**
 * Opens the configured store: an S3-compatible one, or else a folder in `dataDir`. The code for S3 is loaded only if it
 * is used. `purpose` names the folder for local copies; each process needs its own.
 */
export async function openStorage(options: {
  dataDir: string;
  store: S3Address | null;
  purpose: string;
  /** Not null if visitors get URLs of files in the store (setting STORAGE_REDIRECT). */
  redirect?: { endpoint: string | null } | null;
}): Promise<Storage & Partial<Pick<S3Storage, 'claim' | 'owner' | 'give'>>> {
  const { dataDir, store, purpose, redirect = null } = options;
  if (!store) return openDisk({ directory: path.join(dataDir, filesFolder) });
  const { openS3 } = await import('#server/engines/storage/s3/s3.ts');
  return openS3({ address: store, scratch: path.join(dataDir, scratchFolder, purpose), redirect });
}
