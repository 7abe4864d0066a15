import { useState, type RefObject } from 'react';
import type { EditedValue, StagedRow, ManualValues, ManualField } from '#app/features/import/calls/staging-calls.ts';
import { columns } from '#app/features/import/rows/columns.ts';
import { readCellYear } from '#app/features/import/rows/typed-cell-year.ts';
import { useSubjects } from '#app/features/import/rows/use-subjects.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { typeTitle } from '#messages/import/table.ts';
import type { AfterEdit } from './cell-editor.tsx';
import { facultiesOf, facultyChoices, kindChoices, subjectChoices, termChoices, type Choice } from './choices.ts';
import { stepCell } from './grid-keys.ts';
import type { CellPlace, GridHandle } from './staging-grid.tsx';
import type { TableState } from './use-table.ts';

/** The edited cell. `typed` is the first typed text; null: the current value. */
type CellEdit = { id: string; column: number; field: ManualField; typed: string | null };

/** Returns the choices of a cell, and how typed text is read. */
export function useCellEdit(
  edit: CellEdit | null,
  row: StagedRow | undefined,
  { shelf, faculties }: { shelf: Shelf; faculties: readonly FacultySummary[] },
) {
  const { site } = useAdminSession();
  const isSubject = edit?.field === 'subject' && row !== undefined;
  const wanted = isSubject ? facultiesOf(row, faculties) : [];
  const subjects = useSubjects(shelf, wanted);
  if (!edit || !row) return null;
  const { fields } = row;
  const lists: Partial<Record<ManualField, () => Choice[]>> = {
    kind: kindChoices,
    facultyId: () => facultyChoices(faculties),
    semesterId: () => termChoices(row, faculties),
    subject: () => subjectChoices(row, subjects.faculties),
  };
  const present: Partial<Record<ManualField, string | null>> = {
    kind: fields.kind.value,
    facultyId: fields.facultyId.value,
    semesterId: fields.semesterId.value,
    subject: [fields.facultyId.value, fields.semesterId.value, fields.subject.value].join('/'),
  };
  const text = { year: String(fields.year.bs ?? fields.year.value ?? ''), title: row.title };
  return {
    choices: lists[edit.field]?.() ?? null,
    presentId: present[edit.field] ?? null,
    isLoading: isSubject && subjects.isLoading,
    initial: edit.typed ?? (edit.field === 'year' || edit.field === 'title' ? text[edit.field] : ''),
    read: (typed: string): ManualValues | { fault: string } => readText(edit.field, typed, site.timeZone),
  };
}

function readText(field: ManualField, typed: string, timeZone: string): ManualValues | { fault: string } {
  if (field === 'year') return readCellYear(typed, yearAt(timeZone));
  const title = typed.trim();
  return title === '' ? { fault: typeTitle } : { title };
}

type EditedCellParts = {
  table: TableState;
  rows: ReadonlyMap<string, StagedRow>;
  handle: RefObject<GridHandle | null>;
  /** Called with the row of a cell that cannot be edited. */
  onOpen: (id: string) => void;
  onSet: (id: string, manual: ManualValues, value: EditedValue) => void;
};

/** Manages the edited cell, and where the keyboard focus goes afterwards. */
export function useEditedCell({ table, rows, handle, onOpen, onSet }: EditedCellParts) {
  const [edit, setEdit] = useState<(CellEdit & { place: CellPlace }) | null>(null);

  return {
    edit,

    begin(typed: string | null): void {
      const { active } = table;
      const field = active && columns[active.column]?.field;
      const row = active && rows.get(active.id);
      if (!row) return;
      if (!field || row.state === 'published') {
        if (typed === null) onOpen(active.id);
        return;
      }
      const place = handle.current?.placeOf(table.positions.get(active.id) ?? -1, active.column);
      if (place) setEdit({ id: active.id, column: active.column, field, typed, place });
    },

    /** Ends the edit when the table is scrolled. */
    follow(): void {
      const place = edit && handle.current?.placeOf(table.positions.get(edit.id) ?? -1, edit.column);
      if (place) setEdit({ ...edit, place });
    },

    finish(then: AfterEdit, manual: ManualValues | null): void {
      if (!edit) return;
      const { id, column, field } = edit;
      setEdit(null);
      handle.current?.focus();
      if (manual) onSet(id, manual, field);
      const size = { rows: table.ids.length, columns: columns.length, pageRows: 1 };
      const from = { row: table.positions.get(id) ?? -1, column };
      const step = { down: 1, up: -1, next: 0, previous: 0, stay: 0 }[then];
      // While several rows are selected, the keyboard stays in them.
      const row = table.selection.ids.size > 1 ? from.row : Math.min(Math.max(0, from.row + step), size.rows - 1);
      const beside = then === 'next' || then === 'previous' ? stepCell(from, then === 'next' ? 1 : -1, size) : null;
      const to = beside ?? { row, column };
      const nextId = table.ids[to.row];
      if (nextId !== undefined) table.setActive({ id: nextId, column: to.column });
    },
  };
}
