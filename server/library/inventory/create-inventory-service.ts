import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import { createBulkChanges } from './bulk-changes.ts';
import { createBulkUndo } from './bulk-undo.ts';
import { createUndoableList } from './list-undoable.ts';
import type { InventoryService, InventoryParts } from './inventory-service.ts';
import { selectInventory } from './select-inventory.ts';

export function createInventoryService(parts: InventoryParts): InventoryService {
  return {
    ...createInventoryReads(parts),
    ...createBulkChanges(parts),
    ...createBulkUndo(parts),
    ...createUndoableList(parts),
  };
}

/** Creates the method that lists all materials. */
function createInventoryReads(parts: InventoryParts): Pick<InventoryService, 'list'> {
  const { database } = parts;
  return {
    async list(actor, filter, page) {
      requireAdministrator(actor);
      return database.inventory.list(await selectInventory(filter, database, parts), page);
    },
  };
}
