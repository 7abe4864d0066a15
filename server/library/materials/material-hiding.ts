import { isHidden, withFormerReaders, withoutReaders } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { Material } from '#domain/material.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Hiding, Records } from '#server/engines/database/database.ts';
import { done, notFound, announceUpdate, type MaterialService, type MaterialParts } from './material-service.ts';

/**
 * Hides materials and shows them again. A material is hidden exactly if its permissions let only administrators read
 * it (docs/decisions/0037), so this changes permissions.
 */
export function createMaterialHiding({
  database,
  changes,
  trail,
}: MaterialParts): Pick<MaterialService, 'hide' | 'show' | 'listHidden'> {
  return {
    async hide(actor, id, reason) {
      requireAdministrator(actor);
      const { before, after, hiding } = await trail.transaction(async (records, note) => {
        const before = await getOnShelf(records, id);
        const known = await records.materials.findHiding(id);
        const after = known ? before : await setPermissions(records, before, withoutReaders(before.permissions));
        await records.materials.setHidingReason(id, reason);
        if (known?.reason !== reason) await note({ ...done('hidden', after), detail: reason });
        return { before, after, hiding: await getHiding(records, id) };
      });
      announceUpdate(changes, after, before);
      return { material: after, hiding };
    },

    async show(actor, id) {
      requireAdministrator(actor);
      const { before, after } = await trail.transaction(async (records, note) => {
        const before = await getOnShelf(records, id);
        const known = await records.materials.findHiding(id);
        // A second click, or another administrator, has already shown it.
        if (!known) return { before, after: before };
        const shown = withFormerReaders(before.permissions, known.formerPermissions);
        const after = await setPermissions(records, before, shown);
        await note(done('shown', after));
        return { before, after };
      });
      if (after !== before) announceUpdate(changes, after, before);
      return after;
    },

    async listHidden(actor, page) {
      requireAdministrator(actor);
      return database.materials.listHidden(page);
    },
  };
}

async function getOnShelf(records: Records, id: string): Promise<Material> {
  const material = await records.materials.find(id);
  if (!material) throw notFound(id);
  if (material.deletedAt === null) return material;
  throw new Problem('document_update_conflict', 'This material is in the trash. Restore it first.');
}

async function setPermissions(records: Records, { id }: Material, permissions: string[]): Promise<Material> {
  const after = await records.materials.update(id, { permissions });
  if (!after) throw notFound(id);
  return after;
}

async function getHiding(records: Records, id: string): Promise<Hiding> {
  const hiding = await records.materials.findHiding(id);
  if (!hiding) throw new Error(`material ${id} is hidden, but the time of hiding is not stored`);
  return hiding;
}

/** Returns the trail actions of an update, including that it hid the material, or showed it again. */
export function actionsOf(before: Material, after: Material): ('edited' | 'hidden' | 'shown')[] {
  const [wasHidden, is] = [isHidden(before.permissions), isHidden(after.permissions)];
  if (wasHidden === is) return ['edited'];
  return ['edited', is ? 'hidden' : 'shown'];
}
