import type { KeyboardEvent } from 'react';
import { columns } from '#app/features/import/rows/columns.ts';
import { moveBy, type GridPlace } from './grid-movement.ts';
import {
  noSelection,
  selectAll,
  selectRange,
  toggleRow,
  type RowSelection,
} from '#app/features/import/rows/row-selection.ts';

/** The active row and column. */
export type ActiveCell = { id: string; column: number };

export type GridKeys = {
  ids: readonly string[];
  /** The index of each row in `ids`. */
  positions: ReadonlyMap<string, number>;
  active: ActiveCell | null;
  selection: RowSelection;
  pageRows: () => number;
  onActive: (active: ActiveCell) => void;
  onSelection: (selection: RowSelection) => void;
  /** Edits the active cell; `typed` is the first typed text. */
  onEdit: (typed: string | null) => void;
  onFillDown: () => void;
  onDiscard: () => void;
  onDiscardDuplicates: () => void;
  onSelectFolder: () => void;
  onPreview: () => void;
  onConfirm: () => void;
  onUndo: () => void;
  onHelp: () => void;
};

/** Handles a key in the table while no cell is edited. Returns false for keys that are left to the browser. */
export function handleGridKey(event: KeyboardEvent, keys: GridKeys): boolean {
  const { ids, positions, active, selection } = keys;
  const isControl = event.ctrlKey || event.metaKey;
  if (event.altKey || event.nativeEvent.isComposing) return false;
  if (event.key === '?') return done(keys.onHelp);
  if (isControl && event.key === 'z') return done(keys.onUndo);
  if (!active) return false;
  const place: GridPlace = { row: positions.get(active.id) ?? -1, column: active.column };
  const size = { rows: ids.length, columns: columns.length, pageRows: keys.pageRows() };
  const moved = moveBy({ key: event.key, isControl }, place, size);
  if (moved) return done(() => move(event, keys, place, moved));
  if (isControl) {
    const shortcuts: Record<string, () => void> = {
      a: () => keys.onSelection(selectAll(ids)),
      d: keys.onFillDown,
      Enter: keys.onConfirm,
      ' ': () => keys.onSelection(toggleRow(selection, active.id)),
    };
    const run = shortcuts[event.key];
    return run ? done(run) : false;
  }
  if (event.shiftKey && event.key === ' ') return done(keys.onSelectFolder);
  if (event.shiftKey && event.key === 'Delete') return done(keys.onDiscardDuplicates);
  const plain: Record<string, () => void> = {
    Enter: () => keys.onEdit(null),
    F2: () => keys.onEdit(null),
    Delete: keys.onDiscard,
    Escape: () => keys.onSelection(noSelection),
    ' ': keys.onPreview,
  };
  const run = plain[event.key];
  if (run) return done(run);
  if ([...event.key].length === 1) return done(() => keys.onEdit(event.key));
  return false;
}

function move(event: KeyboardEvent, keys: GridKeys, from: GridPlace, to: GridPlace): void {
  const { ids, positions, active, selection, onActive, onSelection } = keys;
  const id = ids[to.row];
  if (id === undefined || !active) return;
  const isControl = event.ctrlKey || event.metaKey;
  if (event.shiftKey) onSelection(selectRange(selection, { ids, positions }, active.id, id));
  else if (to.row !== from.row && !isControl && selection.ids.size > 0) onSelection(noSelection);
  onActive({ id, column: to.column });
}

function done(run: () => void): true {
  run();
  return true;
}
