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
  database: Pick<Database, 'inventory' | 'bulkChanges' | 'publications' | 'materials' | 'files' | 'livedTime'>;
  catalogue: Catalogue;
  texts: Pick<Texts, 'listScanned'>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  /** Maximum number of materials per bulk edit. */
  maxMaterials?: number;
};

export type BulkRequest = { selection: BulkSelection; change: BulkAction; skipsRefused: boolean };

/** All materials in one list, and bulk edits. Only for administrators. Methods throw `Problem`. */
export interface InventoryService {
  list(
    actor: Actor,
    filter: InventoryFilter,
    page: InventoryPage,
  ): Promise<{ total: number; entries: InventoryEntry[] }>;
  /** Returns the effect of the bulk edit. Throws `RefusedChange` if another number of materials matches. */
  preview(actor: Actor, request: BulkRequest): Promise<BulkOutcome>;
  /**
   * Edits all selected materials in one transaction. If one of them can't be edited, throws `RefusedChange` and changes
   * nothing, unless `skipsRefused` is set.
   */
  change(actor: Actor, request: BulkRequest): Promise<BulkOutcome>;
  /**
   * Restores, in one transaction, every material of the bulk edit that was not changed since. Undoing again returns the
   * same result. Throws `document_not_found` for an edit that is no longer stored.
   */
  undo(actor: Actor, id: string): Promise<UndoOutcome>;
  /** Returns the effect of undoing the bulk edit now. Changes nothing; throws as `undo` does. */
  previewUndo(actor: Actor, id: string): Promise<UndoOutcome>;
  /** Lists bulk edits and publications of the last seven days of lived time, newest first, including undone ones. */
  listUndoable(
    actor: Actor,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; entries: UndoableEntry[] }>;
}
