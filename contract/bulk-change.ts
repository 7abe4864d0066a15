import type { MaterialKind } from '#domain/material.ts';
import type { InventoryFilter } from './inventory.ts';

/**
 * How many materials one change may have: all that an evening's upload makes, and written in a second or two, during
 * which other changes wait.
 */
export const maxBulkMaterials = 5000;

/** How many single materials, or steps, an answer names; it has the number of all. */
export const maxToldRows = 50;

/** One change that is made to many materials. */
export type BulkAction =
  | {
      action: 'edit';
      kind?: MaterialKind | undefined;
      facultyId?: string | undefined;
      semesterId?: string | undefined;
      subject?: string | undefined;
      /** Null removes it. */
      year?: number | null | undefined;
    }
  | { action: 'hide'; reason: string }
  | { action: 'show' | 'delete' | 'restore' };

/** Which materials: these, or all that match; then `total` is the number that the person saw. */
export type BulkSelection = { ids: string[] } | { matching: InventoryFilter; total: number };

/** A material that cannot be changed so, or was left as it is, and why. */
export type RefusedRow = { id: string; title: string; reason: string };

/** What happens to several materials of a kind, in words: `2023` becomes `2024`. */
export type BulkStep = {
  kind: MaterialKind;
  what: 'place' | 'kind' | 'year' | 'visibility' | 'shelf';
  from: string;
  to: string;
  count: number;
};

/** What a change did, or would do. */
export type BulkOutcome = {
  /** By which it can be undone; null if nothing was changed. */
  id: string | null;
  changed: number;
  /** They were so already. */
  unchanged: number;
  refused: RefusedRow[];
  refusedTotal: number;
  steps: BulkStep[];
};

/** What undoing a change did. */
export type UndoOutcome = {
  id: string;
  restored: number;
  /** Those that were changed, or deleted for good, since. */
  left: RefusedRow[];
  leftTotal: number;
};
