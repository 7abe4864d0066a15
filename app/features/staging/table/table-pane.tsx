import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { ContractIds } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { StagedRow, Told } from '#app/features/staging/staging-calls.ts';
import { presentValues } from '#app/features/staging/rows/present-values.ts';
import { RowDetails } from '#app/features/staging/rows/row-details.tsx';
import { splitPath, type RowContext } from '#app/features/staging/rows/row-words.ts';
import type { ImportActions } from '#app/features/staging/use-import-actions.ts';
import type { TableState } from '#app/features/staging/use-table.ts';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { CellEditor, type AfterEdit } from './cell-editor.tsx';
import { columns, fieldNames } from './columns.ts';
import { stepCell } from './grid-movement.ts';
import { StagingGrid, type CellPlace, type GridHandle } from './staging-grid.tsx';
import { useCellEdit, type CellEdit } from './use-cell-edit.ts';

type TablePaneProps = {
  table: TableState;
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  shelf: Shelf;
  ids: ContractIds;
  faculties: readonly FacultySummary[];
  on: ImportActions;
  /** The rows that a change of this row is about. */
  targets: (id: string) => string[];
  onDiscard: (ids: readonly string[]) => void;
  onPreview: (id: string) => void;
  onHelp: () => void;
  /** Called when the last row has left while the table had the focus. */
  onEmpty: () => void;
};

/** Quick movement along the rows loads no picture. */
const followMs = 150;

/** The table, the cell that is edited, and beside them the row that has the keyboard. */
export function TablePane(props: TablePaneProps) {
  const { table, rows, context, shelf, ids, faculties, on, targets, onDiscard, onPreview, onHelp } = props;
  const { active, selection } = table;
  const handle = useRef<GridHandle>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [edit, setEdit] = useState<(CellEdit & { place: CellPlace }) | null>(null);
  const followedId = useDebounced(active?.id ?? table.ids[0] ?? '', followMs);
  const followed = rows.get(followedId);
  const editing = useCellEdit(edit, edit ? rows.get(edit.id) : undefined, { shelf, faculties });
  useFocusOnEmpty(pane, props.onEmpty);

  function begin(id: string, column: number, typed: string | null) {
    const field = columns[column]?.field;
    const row = rows.get(id);
    const index = table.ids.indexOf(id);
    if (!row) return;
    if (!field || row.state === 'published') {
      if (typed === null) onPreview(id);
      return;
    }
    const place = handle.current?.placeOf(index, column);
    if (place) setEdit({ id, column, field, typed, place });
  }

  function finish(then: AfterEdit, told: Told | null) {
    if (!edit) return;
    const { id, column, field } = edit;
    setEdit(null);
    handle.current?.focus();
    if (told) void on.tell(targets(id), told, fieldNames[field]);
    const size = { rows: table.ids.length, columns: columns.length, pageRows: 1 };
    const from = { row: table.ids.indexOf(id), column };
    const to = {
      down: { row: Math.min(from.row + 1, size.rows - 1), column },
      up: { row: Math.max(from.row - 1, 0), column },
      next: stepCell(from, 1, size) ?? from,
      previous: stepCell(from, -1, size) ?? from,
      stay: from,
    }[then];
    // While several rows are selected, the keyboard stays in them.
    const next = selection.ids.size > 1 && (then === 'down' || then === 'up') ? from : to;
    const nextId = table.ids[next.row];
    if (nextId !== undefined) table.setActive({ id: nextId, column: next.column });
  }

  function fillDown() {
    const field = active && columns[active.column]?.field;
    if (!active || !field) return on.say('Choose a column with a value first.');
    const chosen = table.ids.filter((id) => selection.ids.has(id));
    const index = table.ids.indexOf(active.id);
    // As spreadsheets do: without a selection, from the row above.
    const [from, ...to] = chosen.length > 1 ? chosen : [table.ids[index - 1], active.id];
    const source = from === undefined ? undefined : rows.get(from);
    const told = source && presentValues(source, [field]);
    if (!told || Object.keys(told).length === 0) return on.say('There is no value above to copy.');
    void on.tell(to, told, fieldNames[field]);
  }

  const editedRow = edit ? rows.get(edit.id) : undefined;
  return (
    <div
      ref={pane}
      className="grid h-[clamp(26rem,calc(100dvh-9rem),56rem)] grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="relative min-h-0 min-w-0">
        <StagingGrid
          ids={table.ids}
          rows={rows}
          context={context}
          faculties={faculties}
          active={active}
          selection={selection}
          handle={handle}
          onActive={table.setActive}
          onSelection={table.setSelection}
          onEdit={(typed) => active && begin(active.id, active.column, typed)}
          onFillDown={fillDown}
          onDiscard={() => active && onDiscard(targets(active.id))}
          onPreview={() => active && onPreview(active.id)}
          onConfirm={() => active && void on.confirm(targets(active.id))}
          onUndo={() => void on.undo()}
          onHelp={onHelp}
          onScroll={() => {
            const place = edit && handle.current?.placeOf(table.ids.indexOf(edit.id), edit.column);
            if (place) setEdit({ ...edit, place });
          }}
        />
        {edit && editing && editedRow && (
          <CellEditor
            key={`${edit.id}/${edit.column}`}
            label={`${fieldNames[edit.field]} of ${splitPath(editedRow.path).name}`}
            place={edit.place}
            count={targets(edit.id).length}
            {...editing}
            onCommit={(told, then) => finish(then, told)}
            onCancel={(then) => finish(then, null)}
          />
        )}
      </div>
      <aside
        aria-label="The file"
        tabIndex={0}
        className="hidden min-h-0 scroll-area-y overflow-y-auto rounded-card border border-hairline bg-card p-4 xl:block"
      >
        {followed && (
          <RowDetails
            key={followed.$id}
            row={followed}
            {...{ rows, context, shelf, ids, faculties }}
            onTell={(told, what) => void on.tell(targets(followed.$id), told, what)}
          />
        )}
      </aside>
    </div>
  );
}

/** The table disappears with its last row; the focus goes to what replaces it. */
function useFocusOnEmpty(pane: { current: HTMLElement | null }, onEmpty: () => void): void {
  const leave = useEffectEvent(onEmpty);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = () => {
      hadFocus.current = pane.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
      if (hadFocus.current) leave();
    };
  }, [pane]);
}
