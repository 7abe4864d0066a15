import { createBulkChanges } from './bulk-changes.ts';
import { createBulkUndo } from './bulk-undo.ts';
import type { InventoryParts } from './inventory-parts.ts';
import { createInventoryReads } from './inventory-reads.ts';
import { createUndoableList } from './list-undoable.ts';
import type { InventoryService } from './inventory-service.ts';

export function createInventoryService(parts: InventoryParts): InventoryService {
  return {
    ...createInventoryReads(parts),
    ...createBulkChanges(parts),
    ...createBulkUndo(parts),
    ...createUndoableList(parts),
  };
}
