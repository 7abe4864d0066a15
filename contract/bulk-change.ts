import type { MaterialKind } from '#domain/material.ts';
import type { InventoryFilter } from './inventory.ts';

/**
 * Most materials in one bulk edit: as many as an evening's upload makes, and written in a second or two, during which other
 * changes wait.
 */
export const maxBulkMaterials = 5000;

/** Most single materials, or steps, that a response lists; it also has the number of all. */
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

/** The selected materials: these, or all that match; then `total` is the number that the user saw. */
export type BulkSelection = { ids: string[] } | { matching: InventoryFilter; total: number };

/** A material that can't be changed this way, or was left unchanged, and the reason. */
export type RefusedRow = { id: string; title: string; reason: string };

/** The effect on several materials of a kind, in words: `2023` becomes `2024`. */
export type BulkStep = {
  kind: MaterialKind;
  what: 'place' | 'kind' | 'year' | 'visibility' | 'shelf';
  from: string;
  to: string;
  count: number;
};

/** The effect of a change, or of its preview. */
export type BulkOutcome = {
  /** Id for undoing it; null if nothing was changed. */
  id: string | null;
  changed: number;
  /** Materials that already had these values. */
  unchanged: number;
  refused: RefusedRow[];
  refusedTotal: number;
  steps: BulkStep[];
};

/** The result of undoing a change. */
export type UndoOutcome = {
  id: string;
  restored: number;
  /** Materials that were changed, or deleted for good, since. */
  left: RefusedRow[];
  leftTotal: number;
};

/** Long enough for a sentence, short enough for a row of a list. In UTF-16 code units. */
export const maxHidingReasonLength = 200;
