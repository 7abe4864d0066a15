import type { Database } from '#server/engines/database/database.ts';

/**
 * Counts, in the database, the time for which the library has run. This time never goes back, whatever the system's
 * clock does.
 */
export interface LivedClock {
  /** Adds the time since the last call, at most an hour. Returns the added time and the sum, in milliseconds. */
  count(): Promise<{ passedMs: number; livedMs: number }>;
  /** Skips the time since the last call, because another node counts it. */
  skip(): void;
}

/**
 * Maximum time added at once. `count` is called every hour, so normally there is never more. A longer time, as after a
 * machine was suspended for a month, is not time in which somebody could have noticed a mistake.
 */
export const maxAtOnceMs = 60 * 60 * 1000;

export function createLivedClock({
  database,
  meter = () => performance.now(),
}: {
  database: Pick<Database, 'livedTime'>;
  /** Returns milliseconds since some moment; unlike the system's clock, it can't be set. */
  meter?: () => number;
}): LivedClock {
  let counted = meter();
  return {
    async count() {
      const now = meter();
      const passedMs = Math.min(Math.max(0, now - counted), maxAtOnceMs);
      const livedMs = await database.livedTime.add(passedMs);
      counted = now;
      return { passedMs, livedMs };
    },
    skip() {
      counted = meter();
    },
  };
}
