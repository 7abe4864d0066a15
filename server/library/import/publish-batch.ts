import type { StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import { Problem } from '#contract/problems.ts';
import { inPublishingOrder } from '#domain/publishing-order.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { beginPublication } from './begin-publication.ts';
import { createPublishing, publicationClosed } from './publish-staged.ts';
import type { StagingParts } from './staging-parts.ts';
import type { StagingService } from './staging-service.ts';
import { resolveRecord } from './to-staged-answer.ts';

/** Creates the method that publishes staged files as part of a publication. */
export function createBatchPublishing(parts: StagingParts): Pick<StagingService, 'publish'> {
  const { database, storage, catalogue, derive, answers, pace } = parts;
  const { staging } = database;
  const publish = createPublishing(parts);

  /** Orders the files so that lists, which show the newest material first, show them in natural order. */
  async function orderForPublishing(ids: readonly string[]): Promise<string[]> {
    const rows = (await staging.find(ids)).map((row) => ({ ...row, ...resolveRecord(row, catalogue) }));
    // Ids that are no longer staged follow; publishing refuses each of them.
    return [...new Set([...inPublishingOrder(rows).map(({ id }) => id), ...ids])];
  }

  return {
    async publish(actor, { ids, accept, publicationId: given }) {
      requireAdministrator(actor);
      const began = performance.now();
      const unique = [...new Set(ids)];
      const publicationId = given ?? (await beginPublication(database, actor, unique));
      await requireOpen(database, publicationId);
      const rows = await staging.find(unique);
      await derive(rows);
      const lost = await findLost(storage, rows);
      const found = new Map<string, StagedPublishedAnswer['results'][number]>();
      for (const id of await orderForPublishing(unique))
        found.set(id, lost.has(id) ? lostResult(id) : await publish(id, { accept, publicationId }));
      const results = unique.flatMap((id) => found.get(id) ?? []);
      const others = results.filter(({ outcome }) => outcome !== 'published').map(({ id }) => id);
      if (others.length > 0)
        await database.transaction(async ({ publications }) => {
          await publications.drop(publicationId, others);
          if (given === undefined) await publications.removeEmpty(publicationId);
        });
      pace.note(unique.length, performance.now() - began);
      const isStored = (await database.publications.find(publicationId)) !== null;
      return { revision: await answers.revision(), publicationId: isStored ? publicationId : null, results };
    },
  };
}

/** Throws Problem unless this publication still accepts files. */
async function requireOpen({ publications }: Database, id: string): Promise<void> {
  const publication = await publications.find(id);
  if (!publication)
    throw new Problem('document_not_found', `There is no publication '${id}'. Begin one, then publish the files.`);
  if (publication.undo) throw publicationClosed();
}

/**
 * Returns the ids of rows whose file is recorded but whose bytes are missing, e.g. after a partial restore of the disk.
 * Such rows stay: the disk may just not be mounted.
 */
async function findLost(storage: StagingParts['storage'], rows: readonly StagedRecord[]): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const { id, state, fileId, file } of rows) {
    if (state === 'published' || !file?.isFinished) continue;
    if ((await storage.find(fileId)) === null) lost.add(id);
  }
  return lost;
}

function lostResult(id: string) {
  const reason = 'Its bytes are missing on the server’s disk. Discard it, then choose the file again.';
  return { id, outcome: 'refused' as const, materialId: null, reason };
}
