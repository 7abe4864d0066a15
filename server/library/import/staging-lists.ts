import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import { createStagedCounts } from './staged-counts.ts';
import type { StagingParts } from './staging-parts.ts';
import type { StagingService } from './staging-service.ts';

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
