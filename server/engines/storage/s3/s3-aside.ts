import { isIdentifier } from '#domain/identifier.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { digestObject, listFolders, removeAll } from './bucket-work.ts';
import type { Bucket, Listed } from './bucket.ts';
import type { S3Keys } from './s3-keys.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The days on which something was set aside, at most a few dozen, and the server's running time since
 * (`aside/{day}/lived`).
 */
interface AsideDays {
  /** Lists all days, with one request. */
  list(): Promise<string[]>;
  /**
   * Returns the day for files moved now: not one of the same date that is already old, as after a clock was set back.
   */
  current(): Promise<string>;
  /** Adds elapsed time, and removes the days that are older than `keptMs`. Returns their names. */
  age(passedMs: number, keptMs: number): Promise<string[]>;
}

function createAsideDays(bucket: Bucket, keys: S3Keys): AsideDays {
  const livedKey = (day: string) => `${keys.aside}${day}/lived`;

  async function readLived(day: string): Promise<number> {
    const opened = await bucket.get(livedKey(day));
    const lived = opened ? Number(Buffer.concat(await opened.body.toArray()).toString()) : 0;
    return Number.isFinite(lived) && lived >= 0 ? lived : 0;
  }

  async function list(): Promise<string[]> {
    const days: string[] = [];
    for await (const folder of listFolders(bucket, keys.aside)) {
      const day = folder.slice(keys.aside.length, -1);
      if (/^\d{4}-\d\d-\d\d/.test(day)) days.push(day);
    }
    return days;
  }

  return {
    list,

    async current() {
      const date = new Date().toISOString().slice(0, 10);
      for (let number = 1; ; number++) {
        const day = number === 1 ? date : `${date}-${number}`;
        if ((await readLived(day)) < dayMs) return day;
      }
    },

    async age(passedMs, keptMs) {
      const removed: string[] = [];
      for (const day of await list()) {
        const lived = (await readLived(day)) + passedMs;
        if (lived > keptMs) {
          await removeAll(bucket, `${keys.aside}${day}/`);
          removed.push(day);
        } else {
          await bucket.put(livedKey(day), String(Math.round(lived)));
        }
      }
      return removed;
    },
  };
}

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

  /** Returns a free key prefix: there may already be another stray of the same id. */
  async function ownFolder(fileId: string): Promise<string> {
    const day = await days.current();
    for (let number = 1; ; number++) {
      const folder = `${keys.aside}${day}/${fileId}~${number}/`;
      if ((await bucket.list(folder).next()).done) return folder;
    }
  }

  /** Copies first and removes only then, so a crash leaves both. */
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
