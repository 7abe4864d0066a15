/** The active cell of the table: row and column, counted from 0. */
export type GridPlace = { row: number; column: number };

export type GridSize = { rows: number; columns: number; pageRows: number };

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
