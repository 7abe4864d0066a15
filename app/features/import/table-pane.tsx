import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { RowDetails } from '#app/features/import/rows/row-details.tsx';
import { splitPath, type RowContext } from '#app/features/import/rows/row-words.ts';
import type { ShownNames } from '#app/features/import/rows/shown-names.ts';
import type { EditedValue, StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import type { ImportActions } from './use-import-actions.ts';
import type { TableState } from '#app/features/import/table/use-table.ts';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { CellEditor } from '#app/features/import/table/cell-editor.tsx';
import { fillDown } from '#app/features/import/table/fill-down.ts';
import { StagingGrid, type GridHandle } from '#app/features/import/table/staging-grid.tsx';
import { useEditedCell, useCellEdit } from '#app/features/import/table/use-edited-cell.ts';
import * as words from '#messages/import/table.ts';

type TablePaneProps = {
  table: TableState;
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  names: ShownNames;
  shelf: Shelf;
  ids: ContractIds;
  faculties: readonly FacultySummary[];
  on: ImportActions;
  /** Returns the rows that an edit of this row applies to. */
  targets: (id: string) => string[];
  onDiscard: (ids: readonly string[]) => void;
  onDiscardDuplicates: () => void;
  onSelectFolder: () => void;
  onPreview: (id: string) => void;
  onHelp: () => void;
  /** Called when the last row has left while the table had the focus. */
  onEmpty: () => void;
};

/** Delay before a picture is loaded, so that quick movement along the rows loads none. */
const followMs = 150;

/** The table with the edited cell, and next to it the details of the active row. */
export function TablePane(props: TablePaneProps) {
  const { table, rows, context, names, shelf, faculties, on, targets, onDiscard, onPreview, onHelp } = props;
  const { active, selection } = table;
  const handle = useRef<GridHandle>(null);
  const pane = useRef<HTMLDivElement>(null);
  const setManual = (id: string, manual: ManualValues, value: EditedValue) =>
    void on.setManual(targets(id), manual, value);
  const cell = useEditedCell({ table, rows, handle, onOpen: onPreview, onSet: setManual });
  const editedRow = cell.edit ? rows.get(cell.edit.id) : undefined;
  const editing = useCellEdit(cell.edit, editedRow, { shelf, faculties });
  /** Returns the selected rows, else the active row, like the buttons above the table. */
  const chosen = () => (selection.ids.size > 0 ? [...selection.ids] : active ? [active.id] : []);
  useFocusOnEmpty(pane, props.onEmpty);

  function fill() {
    const filled = fillDown({ ids: table.ids, rows, active, selected: selection.ids });
    if ('fault' in filled) on.say(filled.fault);
    else void on.setManual(filled.ids, filled.manual, filled.field);
  }

  return (
    <div
      ref={pane}
      style={{ height: 'clamp(24rem, calc(100dvh - 17.25rem), 64rem)' }}
      className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]"
    >
      <div className="relative min-h-0 min-w-0">
        <StagingGrid
          ids={table.ids}
          positions={table.positions}
          {...{ rows, context, names, faculties, active, selection, handle, onHelp }}
          onActive={table.setActive}
          onSelection={table.setSelection}
          onEdit={cell.begin}
          onFillDown={fill}
          onDiscard={() => onDiscard(chosen())}
          onDiscardDuplicates={props.onDiscardDuplicates}
          onSelectFolder={props.onSelectFolder}
          onPreview={() => active && onPreview(active.id)}
          onConfirm={() => void on.confirm(chosen())}
          onUndo={() => void on.undo()}
          onScroll={cell.follow}
        />
        {cell.edit && editing && editedRow && (
          <CellEditor
            key={`${cell.edit.id}/${cell.edit.column}`}
            label={words.cellOf(cell.edit.field, splitPath(editedRow.path).name)}
            place={cell.edit.place}
            count={targets(cell.edit.id).length}
            {...editing}
            onCommit={(manual, then) => cell.finish(then, manual)}
            onCancel={(then) => cell.finish(then, null)}
          />
        )}
      </div>
      <FollowedRow {...props} onSet={setManual} />
    </div>
  );
}

/** The details of the active row, shown after a short delay. */
function FollowedRow({
  onSet,
  ...props
}: TablePaneProps & { onSet: (id: string, manual: ManualValues, value: EditedValue) => void }) {
  const { table, rows, context, shelf, ids, faculties } = props;
  const id = useDebounced(table.active?.id ?? table.ids[0] ?? '', followMs);
  const row = rows.get(id);
  return (
    <aside
      aria-label={words.chosenFile}
      tabIndex={0}
      className="hidden min-h-0 scroll-area-y overflow-y-auto rounded-card border border-hairline bg-card p-4 xl:block"
    >
      {row && (
        <RowDetails
          key={id}
          {...{ row, rows, context, shelf, ids, faculties }}
          onSet={(manual, value) => onSet(id, manual, value)}
          onTakeInside={() => void props.on.takeInside(row)}
          onBringBack={(duplicate) => void props.on.bringBack(row, duplicate)}
        />
      )}
    </aside>
  );
}

/** Moves the focus when the table disappears with its last row. */
function useFocusOnEmpty(pane: RefObject<HTMLElement | null>, onEmpty: () => void): void {
  const leave = useEffectEvent(onEmpty);
  const hadFocus = useRef(false);
  useEffect(
    function watchFocus() {
      const note = () => {
        hadFocus.current = pane.current?.contains(document.activeElement) ?? false;
      };
      document.addEventListener('focusin', note);
      return () => {
        document.removeEventListener('focusin', note);
        if (hadFocus.current) leave();
      };
    },
    [pane],
  );
}
