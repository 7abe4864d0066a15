import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DerivedObjects } from '#server/engines/storage/derived-objects.ts';
import { listFolders, removeAll } from './bucket-work.ts';
import type { Bucket } from './bucket.ts';
import { digestForm, type S3Keys } from './s3-keys.ts';

/** Stores derived files as objects below `derived/`. */
export function createS3Derived(bucket: Bucket, keys: S3Keys): DerivedObjects {
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
