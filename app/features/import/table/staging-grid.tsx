/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a real table cannot be left out or placed by pixels */
import { useEffect, useId, useImperativeHandle, useRef, useState, type MouseEvent, type RefObject } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import type { RowContext } from '#app/features/import/rows/row-words.ts';
import type { ShownNames } from '#app/features/import/rows/shown-names.ts';
import { classes } from '#app/ui/classes.ts';
import { columns } from '#app/features/import/rows/columns.ts';
import { stagedFiles } from '#messages/import/rows.ts';
import * as words from '#messages/import/table.ts';
import { handleGridKey, type GridKeys } from './grid-keys.ts';
import { GridRow, gridTemplateColumns, selectMark } from './grid-row.tsx';
import { noSelection, selectRange, toggleRow } from '#app/features/import/rows/row-selection.ts';
import { useRowWindow } from '#app/features/import/rows/use-row-window.ts';

/** Row height for two lines of text; in rem, so that large text fits. */
const rowRem = 2.375;
/** Row height with a touch target. */
const coarseRowRem = 2.875;
const headRem = 2.25;

export type CellPlace = { top: number; left: number; width: number; height: number; isLow: boolean };

export type GridHandle = {
  focus: () => void;
  /** Returns the position of a cell within the box around the table; null if it is not on screen. */
  placeOf: (row: number, column: number) => CellPlace | null;
};

type StagingGridProps = Omit<GridKeys, 'pageRows'> & {
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  names: ShownNames;
  faculties: readonly FacultySummary[];
  handle: RefObject<GridHandle | null>;
  onScroll: () => void;
};

/**
 * The table of staged files as an ARIA grid with one tab stop: the grid has the focus, and `aria-activedescendant` names the
 * active cell. Only rows on screen are rendered.
 */
export function StagingGrid({ rows, context, names, faculties, handle, onScroll, ...keys }: StagingGridProps) {
  const { ids, positions, active, selection, onActive } = keys;
  const idPrefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const [{ rowHeight, headHeight }] = useState(measureRows);
  const rowWindow = useRowWindow({ ids, scroller, rowHeight, headHeight });
  const shown = rowWindow.getVirtualItems();
  const activeRow = active ? (positions.get(active.id) ?? -1) : -1;

  useEffect(
    function showActive() {
      if (activeRow >= 0) rowWindow.scrollToIndex(activeRow, { align: 'auto' });
    },
    [activeRow, rowWindow],
  );

  useImperativeHandle(handle, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    placeOf: (row, column) => findPlace(scroller.current, `${idPrefix}-${row}-${column}`),
  }));

  const isActiveShown = shown.some(({ index }) => index === activeRow);
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={stagedFiles}
      aria-describedby={`${idPrefix}-hint`}
      aria-rowcount={ids.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={isActiveShown && active ? `${idPrefix}-${activeRow}-${active.column}` : undefined}
      className="group/grid relative max-h-full scroll-mt-48 scroll-area-y overflow-auto overscroll-contain rounded-card [mask-image:linear-gradient(to_bottom,#000_calc(100%-var(--fade-end)),transparent)]! border border-hairline bg-card"
      onScroll={onScroll}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onFocus={() => {
        // A press selects its cell itself, and would open a cell that is selected already.
        const wasPressed = isPressed.current;
        isPressed.current = false;
        if (!wasPressed && !active && ids[0] !== undefined) onActive({ id: ids[0], column: 0 });
      }}
      onKeyDown={(event) => {
        if (handleGridKey(event, { ...keys, pageRows: () => pageRowsOf(scroller.current, rowHeight) }))
          event.preventDefault();
      }}
      onClick={(event) => {
        isPressed.current = false;
        handlePress(event, keys);
      }}
    >
      <div className="relative" style={{ minWidth: '64rem', height: rowWindow.getTotalSize() }}>
        <GridHead height={headHeight} common={names.common} />
        {shown.map(({ index, start, key }) => {
          const row = rows.get(ids[index] ?? '');
          if (!row) return null;
          const activeColumn = index === activeRow && active ? active.column : null;
          const isSelected = selection.ids.has(row.$id);
          return (
            <GridRow
              key={key}
              {...{ row, index, activeColumn, isSelected, idPrefix, context, faculties }}
              {...names.partsOf(row.path)}
              top={start}
              height={rowHeight}
            />
          );
        })}
      </div>
      <span id={`${idPrefix}-hint`} hidden>
        {words.keysHint}
      </span>
    </div>
  );
}

function GridHead({ height, common }: { height: number; common: string }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      style={{ height, gridTemplateColumns }}
      className="sticky top-0 z-10 grid border-b border-edge bg-card text-xs font-medium text-muted"
    >
      {columns.map(({ name }, column) => (
        <div
          key={name}
          role="columnheader"
          aria-colindex={column + 1}
          className={classes('flex min-w-0 items-center px-2', column === 0 && 'ps-11')}
        >
          {name}
          {column === 0 && common !== '' && (
            <span className="min-w-0 truncate font-normal" data-tooltip-if-cut={common}>
              {words.allIn(common)}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** A press selects a cell; with Shift or Ctrl it selects rows; a press on the selected cell edits it. */
function handlePress(event: MouseEvent, keys: Omit<GridKeys, 'pageRows'>): void {
  const { active, selection, onActive, onSelection, onEdit } = keys;
  const target = event.target as Element;
  const id = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column']);
  if (id === undefined || Number.isNaN(column)) return;
  const isBox = target.closest(`[${selectMark}]`) !== null;
  const isToggle = event.ctrlKey || event.metaKey || isBox;
  const wasActive = active?.id === id && active.column === column;
  if (event.shiftKey) onSelection(selectRange(selection, keys, active?.id ?? id, id));
  else if (isToggle) onSelection(toggleRow(selection, id));
  else if (!selection.ids.has(id) && selection.ids.size > 0) onSelection(noSelection);
  onActive({ id, column });
  if (wasActive && !isToggle && !event.shiftKey) onEdit(null);
}

/** Heights in pixels. */
function measureRows(): { rowHeight: number; headHeight: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isCoarse = matchMedia('(pointer: coarse)').matches;
  return { rowHeight: Math.round((isCoarse ? coarseRowRem : rowRem) * rem), headHeight: Math.round(headRem * rem) };
}

/** Returns the number of rows that fit below the head, minus one, so that one row stays visible when paging. */
function pageRowsOf(scroller: HTMLElement | null, rowHeight: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2);
}

function findPlace(scroller: HTMLElement | null, cellId: string): CellPlace | null {
  const cell = document.getElementById(cellId);
  const box = scroller?.parentElement?.getBoundingClientRect();
  if (!cell || !box) return null;
  const { top, left, width, height, bottom } = cell.getBoundingClientRect();
  // A list of choices is up to 17rem high.
  return { top: top - box.top, left: left - box.left, width, height, isLow: bottom + 280 > innerHeight };
}
