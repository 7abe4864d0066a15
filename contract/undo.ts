import type { BulkAction, BulkStep } from './bulk-change.ts';

/** For how many days of running something can be undone. */
export const undoDays = 7;

/** The most frequent steps of a change that are stored with it. */
export const maxKeptSteps = 6;

/** What changes of many and publications have in common in the list of what can be undone. */
type Undoable = {
  id: string;
  /** When it was done, or began. */
  at: string;
  /** '' if it is not known. */
  userName: string;
  /** How many materials it changed or made. */
  materials: number;
  /** How many of them are as it left them, so that undoing puts them back. */
  unchanged: number;
  /** For how many more days of running it can be undone, rounded up. */
  daysLeft: number;
  /** What undoing it did; null if nobody has undone it. */
  undone: { restored: number; leftTotal: number } | null;
};

export type UndoableChange = Undoable & {
  type: 'change';
  action: BulkAction['action'];
  /** Of a change that hides. */
  reason: string | null;
  /** The most frequent ones. */
  steps: BulkStep[];
};

export type UndoablePublication = Undoable & {
  type: 'publication';
  /** The folders and archives that were imported; '' stands for single files. */
  sources: string[];
  /** Files that were to be published with it and are not yet. */
  pending: number;
  /** Undoing it has begun and is not complete. */
  isUndoing: boolean;
};

export type UndoableEntry = UndoableChange | UndoablePublication;
