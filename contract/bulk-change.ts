import type { MaterialKind } from '#domain/material.ts';
import type { InventoryFilter } from './inventory.ts';

/**
 * Maximum number of materials in one bulk edit: as many as an evening's upload makes. They are written in a second or
 * two, during which other changes wait.
 */
export const maxBulkMaterials = 5000;

/** Maximum number of materials, or of steps, that a response lists; it also has the total number. */
export const maxToldRows = 50;

/** An edit of many materials. */
export type BulkAction =
  | {
      action: 'edit';
      kind?: MaterialKind | undefined;
      facultyId?: string | undefined;
      semesterId?: string | undefined;
      subject?: string | undefined;
      /** The new year; null removes it. */
      year?: number | null | undefined;
    }
  | { action: 'hide'; reason: string }
  | { action: 'show' | 'delete' | 'restore' };

/**
 * The selected materials: those with these ids, or all that match a filter; then `total` is the number that the user
 * saw.
 */
export type BulkSelection = { ids: string[] } | { matching: InventoryFilter; total: number };

/** A material that can't be changed this way, or was left unchanged, and the reason. */
export type RefusedRow = { id: string; title: string; reason: string };

/** The effect on several materials of a kind, in words: `2023` becomes `2024`. */
export type BulkStep = {
  kind: MaterialKind;
  what: 'place' | 'kind' | 'year' | 'visibility' | 'shelf' | 'pages';
  from: string;
  to: string;
  count: number;
};

/** The effect of a bulk edit, or of its preview. */
export type BulkOutcome = {
  /** Id for undoing the bulk edit; null if nothing was changed. */
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
  /** Materials that were changed, or deleted permanently, after the bulk edit. */
  left: RefusedRow[];
  leftTotal: number;
};

/** Long enough for a sentence, short enough for a row of a list. In UTF-16 code units. */
export const maxHidingReasonLength = 200;
