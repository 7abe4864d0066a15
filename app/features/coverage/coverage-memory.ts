import type { FacultySummary } from '#domain/catalogue.ts';
import { localItems } from '#app/features/layout/stored-items.ts';
import type { CellPlace } from './coverage-keys.ts';

/** The faculty chosen last on this device, and the cell of this page that had the focus last. */
export const coverageMemory = {
  /** Returns the id of the faculty chosen last on this device, or of the first one. */
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
