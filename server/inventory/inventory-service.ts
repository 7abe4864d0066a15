import type { BulkAction, BulkOutcome, BulkSelection, UndoOutcome } from '#contract/bulk-change.ts';
import type { InventoryFilter } from '#contract/inventory.ts';
import type { UndoableEntry } from '#contract/undo.ts';
import type { Actor } from '#domain/account.ts';
import type { InventoryEntry, InventoryPage } from '#server/database/inventory-records.ts';

export type BulkRequest = { selection: BulkSelection; change: BulkAction; skipsRefused: boolean };

/** All materials in one list, and changes of many at once. Only for administrators. Throws `Problem`. */
export interface InventoryService {
  list(
    actor: Actor,
    filter: InventoryFilter,
    page: InventoryPage,
  ): Promise<{ total: number; entries: InventoryEntry[] }>;
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
  /** Says what undoing the change would do now. Changes nothing, and throws as `undo`. */
  previewUndo(actor: Actor, id: string): Promise<UndoOutcome>;
  /** Changes of many and publications of the last seven days of running, newest first, with those that were undone. */
  listUndoable(
    actor: Actor,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; entries: UndoableEntry[] }>;
}
