import { Problem } from '#contract/problems.ts';
import { maxSources, type Accepted } from '#contract/publication.ts';
import type { StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { Material } from '#domain/material.ts';
import { inPublishingOrder } from '#domain/publishing-order.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { requireAdministrator, findDoer } from '#server/library/accounts/require-administrator.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import { insertMaterial } from '#server/library/materials/write-materials.ts';
import { draftOf, judgeRow } from './publish-rule.ts';
import type { StagingParts } from './staging-parts.ts';
import type { StagingService } from './staging-service.ts';
import { resolveRecord } from './to-staged-answer.ts';

const day = 24 * 60 * 60 * 1000;
/** Longest time in which an interrupted publication is continued; after that a new one begins. */
const joinedMs = day;

/** Limits on the stored publications and on their files in total. A file costs some 150 bytes. */
export const keptPublications = { publications: 1000, files: 100_000 };

/** Folder names, which name a publication on screen, are cut to this length. */
const maxSourceLength = 200;

/**
 * Begins a publication of staged files, or joins one that still has to publish some of them because it was interrupted or
 * another administrator is publishing them right now. Returns its id.
 */
export async function beginPublication(
  database: Pick<Database, 'transaction' | 'livedTime'>,
  actor: Actor,
  ids: readonly string[],
  kept = keptPublications,
): Promise<string> {
  const lived = await database.livedTime.find();
  return database.transaction(async (records) => {
    const { publications } = records;
    const joined = await publications.findPending(ids, lived - joinedMs);
    const id = joined ?? makeIdentifier();
    if (joined === null) await publications.insert({ id, ...(await findDoer(records, actor)) });
    await publications.plan(id, ids);
    const before = (await publications.find(id))?.sources ?? [];
    const named = (await publications.listSources(ids, maxSources)).map((name) => name.slice(0, maxSourceLength));
    await publications.setSources(id, [...new Set([...before, ...named])].slice(0, maxSources));
    await publications.prune({ ...kept, plannedFrom: lived - joinedMs });
    return id;
  });
}

type Result = StagedPublishedAnswer['results'][number];

/**
 * Creates the function that publishes a row as part of a publication. The material has the id that was reserved with the
 * row. It is written in one transaction with the row and its entry in the publication: after an interruption it is
 * published once or not at all, and can be undone with the others.
 */
function createPublishing(parts: {
  catalogue: Catalogue;
  trail: Pick<Trail, 'transaction'>;
  changes: Pick<Changes, 'tell'>;
}): (id: string, publishing: { accept: readonly Accepted[]; publicationId: string }) => Promise<Result> {
  const { catalogue, trail, changes } = parts;

  return async (id, { accept, publicationId }) => {
    const refuse = (reason: string): Result => ({ id, outcome: 'refused', materialId: null, reason });
    let made: Material | null = null;
    try {
      const result = await trail.transaction(async (records, note): Promise<Result> => {
        const [row] = await records.staging.find([id]);
        if (!row) return refuse('It is not staged any more.');
        const published = { id, materialId: row.materialId, reason: null };
        if (row.state === 'published') return { ...published, outcome: 'already-published' };
        if (await records.materials.find(row.materialId)) {
          await records.staging.setPublished(id);
          return { ...published, outcome: 'already-published' };
        }
        const duplicates = accept.includes('duplicates') ? [] : await records.staging.duplicatesOf([id]);
        const { isIncluded, reason } = judgeRow(row, duplicates, accept, catalogue);
        if (!isIncluded) return refuse(reason ?? '');
        made = await insertMaterial(records, catalogue, { ...draftOf(row, catalogue), id: row.materialId });
        await records.staging.setPublished(id);
        const formerState = row.state === 'checked' ? 'checked' : 'reading';
        const file = { stagedId: id, materialId: made.id, formerState } as const;
        // Throws to roll back the transaction.
        if (!(await records.publications.setPublished(publicationId, file))) throw publicationClosed();
        await note({ action: 'published', subjectId: made.id, title: made.title });
        return { ...published, outcome: 'published' };
      });
      if (made) changes.tell({ subject: 'material', action: 'create', material: made });
      return result;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return refuse(error.message);
      throw error;
    }
  };
}

/** The problem if the publication was undone while its files were being published. */
function publicationClosed(): Problem {
  return new Problem('document_update_conflict', 'This publication was undone meanwhile. Publish the files again.');
}

/** Creates the method that publishes staged files as part of a publication. */
export function createBatchPublishing(parts: StagingParts): Pick<StagingService, 'publish'> {
  const { database, storage, catalogue, derive, answers, pace } = parts;
  const { staging } = database;
  const publish = createPublishing(parts);

  /** Orders the files so that lists, which show the newest first, have them in natural order. */
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
 * Their rows are not removed: the disk may just not be mounted.
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
