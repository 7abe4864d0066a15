import type { Database } from '#server/engines/database/database.ts';
import type { StagedCounts } from '#server/engines/database/staging-records.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Changes } from '#server/library/changes.ts';
import type { StagingParts } from './staging-parts.ts';
import type { StagingService } from './staging-service.ts';

/**
 * Creates the function that counts the rows of each filter. Rows are counted once per state of the rows and of the library,
 * for all callers: a table of 10,000 rows is read in 50 pages, and each response has the counts.
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

/** Creates the methods that read rows. */
export function createStagingLists({
  database,
  answers,
  changes: shelfChanges,
}: Pick<StagingParts, 'database' | 'answers' | 'changes'>): Pick<StagingService, 'list' | 'changes'> {
  const { staging } = database;
  const countRows = createStagedCounts({ database, changes: shelfChanges });
  return {
    async list(actor, { filter, cursor = 0, limit }) {
      requireAdministrator(actor);
      // Read first, so that concurrent changes are among the changes after this revision.
      const revision = await answers.revision();
      const counts = await countRows();
      const records = await staging.list({ filter, after: cursor, limit: limit + 1 });
      const page = records.slice(0, limit);
      return {
        total: counts[filter],
        revision,
        counts,
        files: await answers.of(page),
        next: records.length > limit ? (page.at(-1)?.sequence ?? null) : null,
      };
    },

    async changes(actor, { since, limit }) {
      requireAdministrator(actor);
      const from = await answers.readRevision(since);
      const found = from === null ? null : await staging.changesSince(from, limit);
      if (!found) {
        const revision = await answers.revision();
        const counts = await countRows();
        return { revision, isReset: true, hasMore: false, counts, files: [], removed: [] };
      }
      const endOf = (list: readonly { revision: number }[]) =>
        list.length < limit ? Infinity : (list.at(-1)?.revision ?? Infinity);
      const end = Math.min(endOf(found.records), endOf(found.removed));
      return {
        revision: await answers.writeRevision(end === Infinity ? found.revision : end),
        isReset: false,
        hasMore: end !== Infinity,
        counts: await countRows(),
        files: await answers.of(found.records.filter(({ revision }) => revision <= end)),
        removed: found.removed.filter(({ revision }) => revision <= end).map(({ id }) => id),
      };
    },
  };
}
