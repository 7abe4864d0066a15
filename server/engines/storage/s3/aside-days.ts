import { listFolders, removeAll } from './bucket-work.ts';
import type { Bucket } from './bucket.ts';
import type { S3Keys } from './s3-keys.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The days on which files were set aside, at most a few dozen, and the server's running time since each
 * (`aside/{day}/lived`).
 */
export interface AsideDays {
  /** Lists all days, with one request. */
  list(): Promise<string[]>;
  /**
   * Returns the day for files moved now. Skips a day with the same date that is already old, as after the clock was set
   * back.
   */
  current(): Promise<string>;
  /** Adds elapsed time, and removes the days that are older than `keptMs`. Returns the names of the removed days. */
  age(passedMs: number, keptMs: number): Promise<string[]>;
}

export function createAsideDays(bucket: Bucket, keys: S3Keys): AsideDays {
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
