import type { KeyboardEvent } from 'react';
import { columns } from '#app/features/import/rows/columns.ts';
import {
  noSelection,
  selectAll,
  selectRange,
  toggleRow,
  type RowSelection,
} from '#app/features/import/rows/row-selection.ts';
import { keyInReadingDirection } from '#app/ui/arrow-keys.ts';

/** The active cell of the table: row and column, counted from 0. */
type GridPlace = { row: number; column: number };

type GridSize = { rows: number; columns: number; pageRows: number };

/** Returns the cell to which a key moves, as in a spreadsheet; null if the key does not move. Stays within the table. */
export function moveBy(
  { key, isControl }: { key: string; isControl: boolean },
  { row, column }: GridPlace,
  size: GridSize,
): GridPlace | null {
  const last = { row: Math.max(0, size.rows - 1), column: Math.max(0, size.columns - 1) };
  const to = (place: GridPlace): GridPlace => ({
    row: Math.min(Math.max(0, place.row), last.row),
    column: Math.min(Math.max(0, place.column), last.column),
  });
  switch (key) {
    case 'ArrowUp':
      return to({ row: row - 1, column });
    case 'ArrowDown':
      return to({ row: row + 1, column });
    case 'ArrowLeft':
      return to({ row, column: column - 1 });
    case 'ArrowRight':
      return to({ row, column: column + 1 });
    case 'PageUp':
      return to({ row: row - size.pageRows, column });
    case 'PageDown':
      return to({ row: row + size.pageRows, column });
    case 'Home':
      return isControl ? to({ row: 0, column: 0 }) : to({ row, column: 0 });
    case 'End':
      return isControl ? last : to({ row, column: last.column });
    default:
      return null;
  }
}

/** Returns the next or previous cell in reading order, as for Tab while editing; null at the end. */
export function stepCell({ row, column }: GridPlace, step: 1 | -1, size: GridSize): GridPlace | null {
  const index = row * size.columns + column + step;
  if (index < 0 || index >= size.rows * size.columns) return null;
  return { row: Math.floor(index / size.columns), column: index % size.columns };
}

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
  const moved = moveBy({ key: keyInReadingDirection(event.key), isControl }, place, size);
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
