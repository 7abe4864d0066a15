import type { BulkAction, BulkOutcome, BulkSelection, UndoOutcome } from '#contract/bulk-change.ts';
import type { InventoryFilter } from '#contract/inventory.ts';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type { Database } from '#server/database/database.ts';
import type { InventoryEntry, InventoryPage } from '#server/database/inventory-records.ts';
import type { Texts } from '#server/text-store/texts.ts';
import { createBulkChanges } from './bulk-changes.ts';
import { createBulkUndo } from './bulk-undo.ts';
import { createInventoryReads } from './inventory-reads.ts';

export type BulkRequest = { selection: BulkSelection; change: BulkAction; skipsRefused: boolean };

/** All materials in one list, and changes of many at once. Only for administrators. Throws `Problem`. */
export interface InventoryService {
  list(actor: Actor, filter: InventoryFilter, page: InventoryPage): Promise<{ total: number; entries: InventoryEntry[] }>;
  /** What the change would do. Throws `RefusedChange` if another number of materials matches. */
  preview(actor: Actor, request: BulkRequest): Promise<BulkOutcome>;
  /**
   * Makes the change to all of them, in one transaction. Throws `RefusedChange`, and changes nothing, if it cannot be made
   * to one of them, unless those are to be skipped.
   */
  change(actor: Actor, request: BulkRequest): Promise<BulkOutcome>;
  /**
   * Puts back, in one transaction, every material of the change that was not changed since. Undoing again has the same
   * answer. Throws `document_not_found` for a change that is not kept.
   */
  undo(actor: Actor, id: string): Promise<UndoOutcome>;
}

export type InventoryParts = {
  database: Pick<Database, 'inventory' | 'bulkChanges' | 'materials' | 'livedTime'>;
  catalogue: Catalogue;
  texts: Pick<Texts, 'listScanned'>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  /** How many materials one change may have. */
  maxMaterials?: number;
};

export function createInventoryService(parts: InventoryParts): InventoryService {
  return { ...createInventoryReads(parts), ...createBulkChanges(parts), ...createBulkUndo(parts) };
}
