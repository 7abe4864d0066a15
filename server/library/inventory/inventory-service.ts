import type { BulkAction, BulkOutcome, BulkSelection, UndoOutcome } from '#contract/bulk-change.ts';
import type { InventoryFilter } from '#contract/inventory.ts';
import type { UndoableEntry } from '#contract/undo.ts';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { InventoryEntry, InventoryPage } from '#server/engines/database/bulk-change-records.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';

/** Dependencies of the inventory service. */
export type InventoryParts = {
  database: Pick<Database, 'inventory' | 'bulkChanges' | 'publications' | 'materials' | 'livedTime'>;
  catalogue: Catalogue;
  texts: Pick<Texts, 'listScanned'>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  /** Most materials per change. */
  maxMaterials?: number;
};

export type BulkRequest = { selection: BulkSelection; change: BulkAction; skipsRefused: boolean };

/** All materials in one list, and changes of many at once. Only for administrators. Throws `Problem`. */
export interface InventoryService {
  list(
    actor: Actor,
    filter: InventoryFilter,
    page: InventoryPage,
  ): Promise<{ total: number; entries: InventoryEntry[] }>;
  /** Returns what the change would do. Throws `RefusedChange` if another number of materials matches. */
  preview(actor: Actor, request: BulkRequest): Promise<BulkOutcome>;
  /**
   * Changes all selected materials in one transaction. If one of them cannot be changed, throws `RefusedChange` and changes
   * nothing, unless `skipsRefused`.
   */
  change(actor: Actor, request: BulkRequest): Promise<BulkOutcome>;
  /**
   * Restores, in one transaction, every material of the change that was not changed since. Undoing again returns the same
   * outcome. Throws `document_not_found` for a change that is no longer stored.
   */
  undo(actor: Actor, id: string): Promise<UndoOutcome>;
  /** Returns what undoing the change would do now. Changes nothing, and throws as `undo` does. */
  previewUndo(actor: Actor, id: string): Promise<UndoOutcome>;
  /** Lists bulk changes and publications of the last seven days of lived time, newest first, including undone ones. */
  listUndoable(
    actor: Actor,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; entries: UndoableEntry[] }>;
}
