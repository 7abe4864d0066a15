import type { Changes } from '#server/changes.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedCounts } from '#server/database/staging-records.ts';

/**
 * Makes the function that tells how many rows each filter has. They are counted once for each state of the rows and of
 * the shelf, however many ask: a table of 10,000 rows is read in 50 pages, and each has the counts.
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
    // Read before counting: what changes meanwhile makes another state. What is on the shelf decides what is a duplicate.
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
