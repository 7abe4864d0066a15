import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type MouseEvent, type RefObject } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { StagedRow } from '#app/features/staging/staging-calls.ts';
import type { RowContext } from '#app/features/staging/rows/row-words.ts';
import { classes } from '#app/ui/classes.ts';
import { columns } from './columns.ts';
import { GridRow, gridColumns, selectMark } from './grid-row.tsx';
import { handleGridKey, type ActiveCell, type GridKeys } from './use-grid-keys.ts';
import { noSelection, selectRange, toggleRow } from './row-selection.ts';

/** Pixels; two lines of text, and a target that can be pressed. */
const rowHeight = 46;
const headHeight = 40;
/** Rows beyond the visible ones, so that quick scrolling shows no gaps. */
const overscan = 8;

export type CellPlace = { top: number; left: number; width: number; height: number; isLow: boolean };

export type GridHandle = {
  focus: () => void;
  /** Where the active cell is within the box around the table; null if it is not on screen. */
  placeOf: (row: number, column: number) => CellPlace | null;
};

type StagingGridProps = Omit<GridKeys, 'pageRows'> & {
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  faculties: readonly FacultySummary[];
  handle: RefObject<GridHandle | null>;
  onScroll: () => void;
};

/**
 * The table of staged files as an ARIA grid with one tab stop: the grid has the focus, `aria-activedescendant` names the
 * cell. Only rows that are on screen are rendered.
 */
export function StagingGrid({ rows, context, faculties, handle, onScroll, ...keys }: StagingGridProps) {
  const { ids, active, selection, onActive, onSelection, onEdit } = keys;
  const idPrefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [hint] = useState(() => `${idPrefix}-hint`);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    // The first frame, before the height is known.
    initialRect: { width: 0, height: 600 },
  });
  const activeRow = active ? ids.indexOf(active.id) : -1;

  useEffect(
    function showActive() {
      if (activeRow >= 0) virtual.scrollToIndex(activeRow, { align: 'auto' });
    },
    [activeRow, virtual],
  );

  useEffect(
    function provideHandle() {
      handle.current = {
        focus: () => scroller.current?.focus({ preventScroll: true }),
        placeOf: (row, column) => findPlace(scroller.current, `${idPrefix}-${row}-${column}`),
      };
    },
    [handle, idPrefix],
  );

  function handlePress(event: MouseEvent) {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column']);
    if (id === undefined || Number.isNaN(column)) return;
    const wasActive = active?.id === id && active.column === column;
    const isBox = target.closest(`[${selectMark}]`) !== null;
    if (event.shiftKey) onSelection(selectRange(selection, ids, active?.id ?? id, id));
    else if (event.ctrlKey || event.metaKey || isBox) onSelection(toggleRow(selection, id));
    else if (!selection.ids.has(id) && selection.ids.size > 0) onSelection(noSelection);
    onActive({ id, column });
    if (wasActive && !isBox && !event.shiftKey && !event.ctrlKey && !event.metaKey) onEdit(null);
  }

  const isActiveShown = virtual.getVirtualItems().some(({ index }) => index === activeRow);
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="Staged files"
      aria-describedby={hint}
      aria-rowcount={ids.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={isActiveShown && active ? `${idPrefix}-${activeRow}-${active.column}` : undefined}
      className="group/grid scroll-area-y relative h-full overflow-auto overscroll-contain rounded-card border border-hairline bg-card focus-visible:outline-offset-2"
      onScroll={onScroll}
      onFocus={() => {
        if (!active && ids[0] !== undefined) onActive({ id: ids[0], column: 0 });
      }}
      onKeyDown={(event) => {
        if (handleGridKey(event, { ...keys, pageRows: () => pageRowsOf(scroller.current) })) event.preventDefault();
      }}
      onClick={handlePress}
    >
      <div className="relative min-w-[66rem]" style={{ height: virtual.getTotalSize() }}>
        <div
          role="row"
          aria-rowindex={1}
          style={{ height: headHeight }}
          className={classes(
            gridColumns,
            'sticky top-0 z-10 border-b border-edge bg-card text-xs font-medium text-muted',
          )}
        >
          {columns.map(({ name }, column) => (
            <div
              key={name}
              role="columnheader"
              aria-colindex={column + 1}
              className={classes('flex items-center px-2', column === 0 && 'pl-11')}
            >
              {name}
            </div>
          ))}
        </div>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows.get(ids[index] ?? '');
          if (!row) return null;
          return (
            <GridRow
              key={key}
              row={row}
              index={index}
              top={start}
              height={rowHeight}
              activeColumn={index === activeRow && active ? active.column : null}
              isSelected={selection.ids.has(row.$id)}
              idPrefix={idPrefix}
              context={context}
              faculties={faculties}
            />
          );
        })}
      </div>
      <span id={hint} hidden>
        Arrows move, Enter edits, Space shows the first page, question mark lists all keys.
      </span>
    </div>
  );
}

function pageRowsOf(scroller: HTMLElement | null): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - headHeight) / rowHeight) - 1);
}

function findPlace(scroller: HTMLElement | null, cellId: string): CellPlace | null {
  const cell = document.getElementById(cellId);
  const box = scroller?.parentElement?.getBoundingClientRect();
  if (!cell || !box) return null;
  const { top, left, width, height, bottom } = cell.getBoundingClientRect();
  // A list of choices is up to 17rem high.
  return { top: top - box.top, left: left - box.left, width, height, isLow: bottom + 280 > innerHeight };
}
