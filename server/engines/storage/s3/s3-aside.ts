import { isIdentifier } from '#domain/identifier.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { digestObject } from './bucket-work.ts';
import { createAsideDays } from './aside-days.ts';
import type { Bucket, Listed } from './bucket.ts';
import type { S3Keys } from './s3-keys.ts';

/**
 * Stores bytes without a record under separate keys, which nothing else reads:
 *
 *     aside/{day}/{fileId}~{number}/bytes            a finished file
 *     aside/{day}/{fileId}~{number}/parts/{index}    parts of a file that never finished
 *     aside/{day}/lived                              the library's running time since, which decides when they are removed
 */
export function createS3Aside(
  bucket: Bucket,
  keys: S3Keys,
): Pick<Storage, 'setAside' | 'listAside' | 'bringBack' | 'ageAside'> {
  const days = createAsideDays(bucket, keys);

  /** Returns a free key prefix: there may already be another stray with the same id. */
  async function ownFolder(fileId: string): Promise<string> {
    const day = await days.current();
    for (let number = 1; ; number++) {
      const folder = `${keys.aside}${day}/${fileId}~${number}/`;
      if ((await bucket.list(folder).next()).done) return folder;
    }
  }

  /** Copies first and removes only afterwards, so a crash leaves both objects. */
  async function move(source: Pick<Listed, 'key' | 'etag'>, target: string): Promise<void> {
    await bucket.copy(source.key, target, source.etag);
    await bucket.remove(source.key);
  }

  async function* listBytes(prefix = keys.aside): AsyncGenerator<Listed & { fileId: string }> {
    for await (const found of bucket.list(prefix)) {
      const match = /^[^/]+\/([^/]+)~\d+\/bytes$/.exec(found.key.slice(keys.aside.length));
      if (match?.[1] && isIdentifier(match[1])) yield { ...found, fileId: match[1] };
    }
  }

  return {
    async setAside(fileId, kind) {
      const from = kind === 'bytes' ? keys.finished(fileId) : keys.partsOf(fileId);
      const sources: Pick<Listed, 'key' | 'etag'>[] = [];
      if (kind === 'parts') for await (const found of bucket.list(from)) sources.push(found);
      const file = kind === 'bytes' ? await bucket.find(from) : null;
      if (file) sources.push({ key: from, etag: file.etag });
      if (sources.length === 0) return null;
      const folder = await ownFolder(fileId);
      for (const source of sources)
        await move(source, kind === 'bytes' ? `${folder}bytes` : `${folder}parts/${source.key.slice(from.length)}`);
      return `s3://${bucket.source(folder)}`;
    },

    async *listAside() {
      for await (const { fileId } of listBytes()) yield fileId;
    },

    async bringBack({ id, sizeBytes, sha256 }) {
      const target = keys.finished(id);
      // Only keys below its own name: many may have been set aside with it.
      for (const day of await days.list()) {
        for await (const found of listBytes(`${keys.aside}${day}/${id}~`)) {
          if (found.fileId !== id || found.sizeBytes !== sizeBytes) continue;
          if ((await digestObject(bucket, found.key, found.etag))?.sha256 !== sha256) continue;
          await move(found, target);
          return true;
        }
      }
      return false;
    },

    ageAside: (passedMs, keptMs) => days.age(passedMs, keptMs),
  };
}
