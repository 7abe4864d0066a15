import type { Database } from '#server/database/database.ts';

/** Counts the time the library is served, in its database: it only ever goes on, whatever the system's clock does. */
export interface LivedClock {
  /** Adds what has passed since it was last called, at most an hour; answers that and the sum. In milliseconds. */
  count(): Promise<{ passedMs: number; livedMs: number }>;
}

/**
 * Called every hour, a call cannot have more than that to add. Whatever else the meter says, as after a machine was
 * asleep for a month, is not time in which somebody could have noticed a mistake.
 */
export const maxAtOnceMs = 60 * 60 * 1000;

export function createLivedClock({
  database,
  meter = () => performance.now(),
}: {
  database: Pick<Database, 'livedTime'>;
  /** Milliseconds since any moment; never set by anybody, unlike the system's clock. */
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
  };
}
