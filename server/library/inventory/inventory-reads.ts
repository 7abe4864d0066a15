import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { InventoryParts } from './inventory-parts.ts';
import type { InventoryService } from './inventory-service.ts';
import { selectInventory } from './select-inventory.ts';

/** Creates the method that lists all materials. */
export function createInventoryReads(parts: InventoryParts): Pick<InventoryService, 'list'> {
  const { database } = parts;
  return {
    async list(actor, filter, page) {
      requireAdministrator(actor);
      return database.inventory.list(await selectInventory(filter, database, parts), page);
    },
  };
}
