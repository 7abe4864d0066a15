import type { Material } from '#domain/material.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import {
  done,
  explainUnwritten,
  getPublished,
  notFound,
  announce,
  type MaterialService,
  type MaterialParts,
} from './material-service.ts';

/** Moves materials to the trash and back, and removes them permanently, records and bytes. */
export function createMaterialRemoval(
  parts: MaterialParts,
): Pick<MaterialService, 'withdraw' | 'restore' | 'purge' | 'removeSamples' | 'purgeExpired'> {
  return { ...createTrash(parts), ...createPurge(parts) };
}

function createTrash({ database, changes, trail }: MaterialParts): Pick<MaterialService, 'withdraw' | 'restore'> {
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
      announce(changes, 'delete', material);
    },

    async restore(actor, id) {
      requireAdministrator(actor);
      const restored = await trail.transaction(async (records, note) => {
        const back = await records.materials.restore(id);
        if (back) await note(done('restored', back));
        return back;
      });
      if (restored) {
        announce(changes, 'create', restored);
        return restored;
      }
      // A second click on Undo finds it already restored.
      const material = await database.materials.find(id);
      if (!material) throw notFound(id);
      return material;
    },
  };
}

function createPurge(parts: MaterialParts): Pick<MaterialService, 'purge' | 'removeSamples' | 'purgeExpired'> {
  const { materials, settings } = parts.database;
  return {
    async purge(actor, id) {
      requireAdministrator(actor);
      const material = await materials.find(id);
      const removed = material ? await removeForGood(parts, [material], isWithdrawn) : [];
      if (removed.length === 0) throw notFound(id);
    },

    async removeSamples(actor) {
      requireAdministrator(actor);
      await settings.set('samples', 'removed');
      const removed = await removeForGood(parts, await materials.listSamples(), ({ isSample }) => isSample);
      return removed.length;
    },

    async purgeExpired(lived, signal) {
      let count = 0;
      for (;;) {
        if (signal?.aborted) return count;
        const due = await materials.listWithdrawnBefore(lived, purgeBatch);
        // One that was restored meanwhile, and perhaps withdrawn again, has another time.
        const withdrawals = new Map(due.map(({ id, updatedAt }) => [id, updatedAt]));
        const isUnchanged = ({ id, updatedAt }: Material) => withdrawals.get(id) === updatedAt;
        const removed = await removeForGood(parts, due, isUnchanged);
        count += removed.length;
        if (removed.length < purgeBatch) return count;
      }
    },
  };
}

/** Permanently removes the materials for which `isDue` still holds in the transaction, then their bytes. */
async function removeForGood(
  { trail, storage, changes }: MaterialParts,
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
      orphans.push(file, ...(await records.files.remove(fileId)));
    }
    return { removed: due, files: orphans };
  });
  // Bytes that can't be removed now have no record any more, so the sweep removes them.
  await Promise.allSettled(files.map(({ id }) => storage.remove(id)));
  for (const material of removed) if (material.deletedAt === null) announce(changes, 'delete', material);
  const purged = removed.filter(isWithdrawn);
  if (purged.length > 0) changes.tell({ subject: 'purged', materials: purged });
  for (const file of files) changes.tell({ subject: 'file', action: 'delete', file });
  return removed;
}

/** Small enough that other writers do not wait long for the transaction. */
const purgeBatch = 50;

const filesOf = ({ fileId, coverFileId }: Material) => (coverFileId === null ? [fileId] : [fileId, coverFileId]);
const isWithdrawn = (material: Material) => material.deletedAt !== null;
