import { localItems } from '#app/features/layout/stored-items.ts';
import type { FacultySummary } from '#domain/catalogue.ts';

/** Position of a cell in the table. Rows are numbered across all terms. */
export type CellPlace = { row: number; column: number };

/**
 * Returns the cell to which a key leads, as in a grid of the ARIA Authoring Practices, or null for other keys. `terms` is the
 * number of rows of each term; Page Up and Page Down move between terms.
 */
export function cellAfterKey(
  { row, column }: CellPlace,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { terms, columns }: { terms: readonly number[]; columns: number },
): CellPlace | null {
  const rows = terms.reduce((sum, count) => sum + count, 0);
  const at = (nextRow: number, nextColumn: number): CellPlace => ({
    row: Math.min(Math.max(nextRow, 0), rows - 1),
    column: Math.min(Math.max(nextColumn, 0), columns - 1),
  });
  const starts = terms.map((_, index) => terms.slice(0, index).reduce((sum, count) => sum + count, 0));
  switch (key) {
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'Home':
      return at(ctrlKey ? 0 : row, 0);
    case 'End':
      return at(ctrlKey ? rows - 1 : row, columns - 1);
    case 'PageUp':
      return at(starts.findLast((start) => start < row) ?? 0, column);
    case 'PageDown':
      return at(starts.find((start) => start > row) ?? rows - 1, column);
    default:
      return null;
  }
}

/** The faculty chosen last on this device, and the cell of this page that had the focus last. */
export const coverageMemory = {
  /** Returns the id of that faculty, or of the first one. */
  findFaculty(faculties: readonly FacultySummary[]): string {
    const kept = read();
    return faculties.find(({ id }) => id === kept)?.id ?? faculties[0]?.id ?? '';
  },
  keepFaculty(facultyId: string): void {
    try {
      localItems.setItem('coverage-faculty', facultyId);
    } catch {
      // Without storage, the first faculty is shown next time.
    }
  },
  findCell: (facultyId: string): CellPlace => cells.get(facultyId) ?? { row: 0, column: 0 },
  keepCell: (facultyId: string, cell: CellPlace): void => void cells.set(facultyId, cell),
};

const cells = new Map<string, CellPlace>();

function read(): string | null {
  try {
    return localItems.getItem('coverage-faculty');
  } catch {
    return null;
  }
}
