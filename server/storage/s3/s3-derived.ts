import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DerivedKind, DerivedObjects } from '#server/storage/derived-objects.ts';
import { listFolders, removeAll } from './bucket-work.ts';
import type { Bucket } from './bucket.ts';
import type { S3Keys } from './s3-keys.ts';

const digestForm = /^[0-9a-f]{64}$/;
/** Names of derived files, without a slash. */
const nameForm = /^[\w-][\w.-]{0,199}$/;

/** Derived files as objects below `derived/`. */
export function createS3Derived(bucket: Bucket, { derived }: Pick<S3Keys, 'derived'>): DerivedObjects {
  const folder = (kind: DerivedKind) => `${derived}${kind}/`;

  function ofFile(kind: DerivedKind, sha256: string): string {
    if (!digestForm.test(sha256)) throw new Error('storage (S3): the key of a derived file must be a SHA-256');
    return `${folder(kind)}${sha256}/`;
  }

  function keyOf(kind: DerivedKind, sha256: string, name: string): string {
    if (!nameForm.test(name)) throw new Error('storage (S3): this is no name of a derived file');
    return ofFile(kind, sha256) + name;
  }

  return {
    async fetch(kind, sha256, name, to) {
      const opened = await bucket.get(keyOf(kind, sha256, name));
      if (!opened) return false;
      try {
        await pipeline(opened.body, createWriteStream(to, { flags: 'wx' }));
        return true;
      } catch (error) {
        await rm(to, { force: true });
        throw error;
      }
    },

    put: (kind, sha256, name, from) => bucket.putStream(keyOf(kind, sha256, name), createReadStream(from)),
    remove: (kind, sha256) => removeAll(bucket, ofFile(kind, sha256)),

    async *digests(kind) {
      for await (const prefix of listFolders(bucket, folder(kind))) {
        const name = prefix.slice(folder(kind).length, -1);
        if (digestForm.test(name)) yield name;
      }
    },
  };
}
