import type { BulkAction, BulkStep } from './bulk-change.ts';

/** Number of days of operation in which an edit or publication can be undone. */
export const undoDays = 7;

/** Number of a bulk edit's most frequent steps that are stored with it. */
export const maxKeptSteps = 6;

/** The common properties of bulk edits and publications in the list of recent changes. */
type Undoable = {
  id: string;
  /** Time at which the edit was made, or the publication began. */
  at: string;
  /** Name of the user; '' if it is not known. */
  userName: string;
  /** Number of materials that were edited or published. */
  materials: number;
  /** Number of these materials that were not changed since, which an undo restores. */
  unchanged: number;
  /** Number of days of operation left to undo it, rounded up. */
  daysLeft: number;
  /** Result of the undo; null if it was not undone. */
  undone: { restored: number; leftTotal: number } | null;
};

export type UndoableChange = Undoable & {
  type: 'change';
  /** `pages`: a material got a file with other pages, was split, or was joined with others. */
  action: BulkAction['action'] | 'pages';
  /** Reason given when the materials were hidden; null for any other edit. */
  reason: string | null;
  /** The most frequent steps. */
  steps: BulkStep[];
};

export type UndoablePublication = Undoable & {
  type: 'publication';
  /** The folders and archives that were imported; '' is for single files. */
  sources: string[];
  /** Number of files of the publication that are still to be published. */
  pending: number;
  /** True if an undo has begun and is not complete. */
  isUndoing: boolean;
};

export type UndoableEntry = UndoableChange | UndoablePublication;
