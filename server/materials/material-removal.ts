import type { Material } from '#domain/material.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import type { FileRecord } from '#server/database/database.ts';
import { done, explainUnwritten, getPublished, notFound, tell, type MaterialParts } from './material-parts.ts';
import type { MaterialService } from './material-service.ts';

/** Everything that moves materials to the trash and back, and removes them for good, records and bytes. */
export function createMaterialRemoval({
  database,
  storage,
  changes,
  trail,
}: MaterialParts): Pick<MaterialService, 'withdraw' | 'restore' | 'purge' | 'removeSamples' | 'purgeExpired'> {
  /** Removes the materials for which `isDue` holds, asked again in the transaction, for good, then their bytes. */
  async function removeForGood(
    candidates: readonly Material[],
    isDue: (material: Material) => boolean,
  ): Promise<Material[]> {
    const { removed, files } = await trail.transaction(async (records, note) => {
      const due: Material[] = [];
      for (const { id } of candidates) {
        const material = await records.materials.find(id);
        if (!material || !isDue(material)) continue;
        await records.materials.remove(id);
        await note(done(material.deletedAt === null ? 'samples removed' : 'deleted permanently', material));
        due.push(material);
      }
      const orphans: FileRecord[] = [];
      for (const fileId of new Set(due.flatMap(filesOf))) {
        const file = await records.files.find(fileId);
        if (!file || (await records.materials.usesOfFile(fileId)) !== 'none') continue;
        await records.files.remove(fileId);
        orphans.push(file);
      }
      return { removed: due, files: orphans };
    });
    // Bytes that cannot be removed now belong to no record any more, so the sweep takes them.
    await Promise.allSettled(files.map(({ id }) => storage.remove(id)));
    for (const material of removed) if (material.deletedAt === null) tell(changes, 'delete', material);
    for (const file of files) changes.tell({ subject: 'file', action: 'delete', file });
    return removed;
  }

  return {
    async withdraw(actor, kind, id, unchangedSince) {
      requireAdministrator(actor);
      const material = await trail.transaction(async (records, note) => {
        await getPublished(records, kind, id);
        const withdrawn = await records.materials.withdraw(id, unchangedSince);
        if (!withdrawn) throw await explainUnwritten(records, kind, id);
        await note(done('deleted', withdrawn));
        return withdrawn;
      });
      tell(changes, 'delete', material);
    },

    async restore(actor, id) {
      requireAdministrator(actor);
      const restored = await trail.transaction(async (records, note) => {
        const back = await records.materials.restore(id);
        if (back) await note(done('restored', back));
        return back;
      });
      if (restored) {
        tell(changes, 'create', restored);
        return restored;
      }
      // A second click on Undo finds it restored already.
      const material = await database.materials.find(id);
      if (!material) throw notFound(id);
      return material;
    },

    async purge(actor, id) {
      requireAdministrator(actor);
      const material = await database.materials.find(id);
      const removed = material ? await removeForGood([material], isWithdrawn) : [];
      if (removed.length === 0) throw notFound(id);
    },

    async removeSamples(actor) {
      requireAdministrator(actor);
      await database.settings.set('samples', 'removed');
      const removed = await removeForGood(await database.materials.listSamples(), ({ isSample }) => isSample);
      return removed.length;
    },

    async purgeExpired(lived, signal) {
      let count = 0;
      for (;;) {
        if (signal?.aborted) return count;
        const due = await database.materials.listWithdrawnBefore(lived, purgeBatch);
        // One that was restored meanwhile, and perhaps withdrawn anew, has another moment.
        const withdrawals = new Map(due.map(({ id, updatedAt }) => [id, updatedAt]));
        const isUnchanged = ({ id, updatedAt }: Material) => withdrawals.get(id) === updatedAt;
        const removed = await removeForGood(due, isUnchanged);
        count += removed.length;
        if (removed.length < purgeBatch) return count;
      }
    },
  };
}

/** Small enough that a transaction does not keep other writers waiting. */
const purgeBatch = 50;

const filesOf = ({ fileId, coverFileId }: Material) => (coverFileId === null ? [fileId] : [fileId, coverFileId]);
const isWithdrawn = (material: Material) => material.deletedAt !== null;
