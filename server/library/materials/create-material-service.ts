import { listRenamings, type Renaming } from '#domain/former-names.ts';
import { countOf } from '#domain/text/count-of.ts';
import { createMaterialHiding } from './material-hiding.ts';
import { createMaterialReads } from './material-reads.ts';
import { createMaterialRemoval } from './material-removal.ts';
import type { MaterialService, MaterialParts } from './material-service.ts';
import { createPagesReplacement } from './replace-pages.ts';
import { createMaterialWrites } from './write-materials.ts';

/**
 * Batch size of a transaction: other writers wait for a tenth of a second, and other nodes list the materials one by
 * one.
 */
const followedAtOnce = 250;

/**
 * Moves materials of renamed subjects to the current name. Each batch is complete in itself, and the materials alone
 * show what remains: after an interruption the next start continues, and if several nodes start at once, each finds
 * what the others have left.
 */
export function createCatalogueFollowing(
  { database, catalogue, changes, trail }: MaterialParts,
  batchSize = followedAtOnce,
): Pick<MaterialService, 'followCatalogue'> {
  /** Moves at most a batch, including the trash. Returns the number. */
  async function followSome({ place, name }: Renaming): Promise<number> {
    const { before, after } = await trail.transaction(async (records, note) => {
      const ids = await records.materials.listIdsAt(place, batchSize);
      const before = await records.bulkChanges.read(ids);
      if (before.length === 0) return { before: [], after: [] };
      await records.bulkChanges.apply(ids, { subject: name });
      const detail = `“${place.subject}” is now called “${name}”`;
      await note({ action: 'edited', title: countOf(before.length, 'material'), detail });
      return { before, after: await records.bulkChanges.read(ids) };
    });
    const former = new Map(before.map(({ material }) => [material.id, material]));
    const moved = after.flatMap(({ material }) => {
      const was = former.get(material.id);
      const isShown = was && material.deletedAt === null;
      return isShown ? [{ subject: 'material', action: 'update', material, before: was } as const] : [];
    });
    if (moved.length > 0) changes.tell({ subject: 'materials', changes: moved });
    return before.length;
  }

  return {
    async followCatalogue(signal) {
      const isStopped = () => signal?.aborted ?? false;
      let moved = 0;
      for (const renaming of listRenamings(catalogue)) {
        // Nearly every start finds nothing to move, and a transaction would make other writers wait.
        if ((await database.materials.listIdsAt(renaming.place, 1)).length === 0) continue;
        for (let count = batchSize; count === batchSize && !isStopped(); moved += count)
          count = await followSome(renaming);
      }
      return moved;
    },
  };
}

/**
 * Creates the service that applies the rules for materials. Everybody may read; only administrators write or see the
 * trash.
 */
export function createMaterialService(parts: MaterialParts): MaterialService {
  return {
    ...createMaterialReads(parts),
    ...createMaterialWrites(parts),
    ...createPagesReplacement(parts),
    ...createMaterialHiding(parts),
    ...createMaterialRemoval(parts),
    ...createCatalogueFollowing(parts),
  };
}
