import type { BulkAction, BulkStep } from './bulk-change.ts';

/** Number of days of operation for which something can be undone. */
export const undoDays = 7;

/** Number of the most frequent steps of a change that are stored with it. */
export const maxKeptSteps = 6;

/** The common properties of bulk edits and publications in the list of recent changes. */
type Undoable = {
  id: string;
  /** Time at which it was done, or began. */
  at: string;
  /** '' if it is not known. */
  userName: string;
  /** Number of materials that it changed or made. */
  materials: number;
  /** Number of them that are unchanged since, so that undoing puts them back. */
  unchanged: number;
  /** Number of days of operation left for undoing it, rounded up. */
  daysLeft: number;
  /** Result of undoing it; null if it was not undone. */
  undone: { restored: number; leftTotal: number } | null;
};

export type UndoableChange = Undoable & {
  type: 'change';
  action: BulkAction['action'];
  /** Reason of a change that hides. */
  reason: string | null;
  /** The most frequent ones. */
  steps: BulkStep[];
};

export type UndoablePublication = Undoable & {
  type: 'publication';
  /** The folders and archives that were imported; '' stands for single files. */
  sources: string[];
  /** Number of files that were to be published with it and are not yet. */
  pending: number;
  /** True if undoing it has begun and is not complete. */
  isUndoing: boolean;
};

export type UndoableEntry = UndoableChange | UndoablePublication;
