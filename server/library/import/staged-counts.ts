import type { Changes } from '#server/library/changes.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedCounts } from '#server/engines/database/staging-records.ts';

/**
 * Creates the function that counts the rows of each filter. It counts once for all callers, until the rows or the
 * library change: a table of 10,000 rows is loaded in 50 pages, and each response has the counts.
 */
export function createStagedCounts({
  database: { staging },
  changes,
}: {
  database: Pick<Database, 'staging'>;
  changes: Pick<Changes, 'revision'>;
}): () => Promise<StagedCounts> {
  let latest: { state: string; counts: Promise<StagedCounts> } | null = null;

  return async () => {
    // Read before counting, so that a concurrent change makes another state. Materials matter too: they make duplicates.
    const state = `${await staging.revision()} ${changes.revision}`;
    if (latest?.state === state) return latest.counts;
    const mine = { state, counts: staging.counts() };
    latest = mine;
    try {
      return await mine.counts;
    } catch (error) {
      if (latest === mine) latest = null;
      throw error;
    }
  };
}
