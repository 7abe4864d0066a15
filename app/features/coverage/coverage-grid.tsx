import { EyeOff, Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { keyInReadingDirection } from '#app/ui/arrow-keys.ts';
import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/coverage.ts';
import { number } from '#messages/format.ts';
import { coverageMemory, cellAfterKey, type CellPlace } from './coverage-memory.ts';
import type { Amount, CoverageColumn, CoverageRow, CoverageTable, CoverageTerm } from './coverage-table.ts';
import { columnWords, describeCell } from './coverage-words.ts';

/** A cell that was pressed. */
export type PressedCell = { term: CoverageTerm; row: CoverageRow; column: CoverageColumn; amount: Amount };

type CoverageGridProps = {
  label: string;
  table: CoverageTable;
  /** Faculty of the grid: Tab leads to its cell that had the focus last. */
  facultyId: string;
  onPress: (cell: PressedCell) => void;
};

/**
 * Renders the grid of subjects and years as one tab stop, within which the arrow keys move (the `grid` pattern of the ARIA
 * Authoring Practices). The first column stays in view while the rest scrolls sideways.
 */
export function CoverageGrid({ label, table, facultyId, onPress }: CoverageGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [start] = useState(() => coverageMemory.findCell(facultyId));
  const size = { terms: table.terms.map(({ rows }) => rows.length), columns: table.columns.length };

  /**
   * Sets the tab stop directly instead of by rendering, because a grid of 800 cells is too slow to render for every key press.
   */
  function makeTabStop(cell: HTMLElement | null | undefined) {
    if (!cell) return;
    for (const each of grid.current?.querySelectorAll<HTMLElement>('[data-cell][tabindex="0"]') ?? [])
      each.tabIndex = -1;
    cell.tabIndex = 0;
  }

  function handleKey(event: KeyboardEvent) {
    if (event.altKey || event.metaKey) return;
    const place = readPlace(event.target);
    const next = place && cellAfterKey(place, { key: keyInReadingDirection(event.key), ctrlKey: event.ctrlKey }, size);
    if (!next) return;
    event.preventDefault();
    findCell(grid.current, next)?.focus();
  }

  const firstRows = size.terms.map((_, index) => size.terms.slice(0, index).reduce((sum, count) => sum + count, 0));
  return (
    <section
      aria-label={words.scrollsSideways(label)}
      className="scroll-ps-36 overflow-x-auto sm:scroll-ps-56 lg:scroll-ps-72 rounded-card border border-hairline bg-card"
    >
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table may be a grid (ARIA in HTML)
        role="grid"
        aria-label={label}
        aria-readonly="true"
        className="w-full border-separate border-spacing-0 text-sm"
        onKeyDown={handleKey}
        onFocus={(event) => {
          const place = readPlace(event.target);
          if (!place) return;
          coverageMemory.keepCell(facultyId, place);
          makeTabStop(event.target);
        }}
      >
        {table.terms.map((term, index) => (
          <TermRows
            key={term.id}
            term={term}
            columns={table.columns}
            firstRow={firstRows[index] ?? 0}
            start={start}
            onPress={onPress}
          />
        ))}
      </table>
    </section>
  );
}

type TermRowsProps = {
  term: CoverageTerm;
  columns: readonly CoverageColumn[];
  firstRow: number;
  start: CellPlace;
  onPress: (cell: PressedCell) => void;
};

const firstColumn =
  'sticky start-0 z-1 border-e border-hairline bg-card px-3 text-start w-36 min-w-36 sm:w-56 sm:min-w-56 lg:w-72 lg:min-w-72';

function TermRows({ term, columns, firstRow, start, onPress }: TermRowsProps) {
  const calendar = useCalendar();
  return (
    <tbody>
      <tr className="*:border-b *:border-hairline *:bg-sunken">
        <th scope="rowgroup" className={classes(firstColumn, 'py-2 font-medium bg-sunken!')}>
          {term.name}
          <span className="block text-xs font-normal text-muted">
            {words.thereOf(term.yearsThere, term.yearsTotal)}
          </span>
        </th>
        {columns.map((column) => (
          <th key={column.key} scope="col" className="px-1 py-2 text-center text-xs font-medium text-muted">
            {columnWords(column, calendar)}
          </th>
        ))}
      </tr>
      {term.rows.map((row, index) => (
        <tr key={row.subject} className="*:border-b *:border-hairline">
          <th scope="row" className={classes(firstColumn, 'py-1.5 font-normal wrap-anywhere')}>
            {row.subject}
            <span className="block text-xs text-muted">
              {words.thereOf(row.yearsThere, columns.filter(({ type }) => type === 'year').length)}
            </span>
          </th>
          {columns.map((column, at) => {
            const amount = row.amounts[at] ?? { count: 0, hidden: 0 };
            const place = { row: firstRow + index, column: at };
            return (
              <Cell
                key={column.key}
                label={describeCell(`${row.subject}, ${columnWords(column, calendar)}`, column, amount)}
                amount={amount}
                place={place}
                isTabStop={place.row === start.row && place.column === start.column}
                // An upload needs a specific year, so a missing material of "other years" can't be uploaded from here.
                isIdle={column.type === 'others' && amount.count === 0}
                onPress={() => onPress({ term, row, column, amount })}
              />
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

type CellProps = {
  label: string;
  amount: Amount;
  place: CellPlace;
  isTabStop: boolean;
  isIdle: boolean;
  onPress: () => void;
};

function Cell({ label, amount: { count, hidden }, place, isTabStop, isIdle, onPress }: CellProps) {
  return (
    <td className="p-0.5 text-center">
      <button
        type="button"
        data-cell={`${place.row},${place.column}`}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-disabled={isIdle || undefined}
        className={classes(
          'inline-flex size-11 items-center justify-center gap-0.5 rounded-card font-medium',
          count > 0 && 'bg-accent-tint text-accent hover:underline',
          count === 0 && 'text-muted',
          count === 0 && !isIdle && 'hover:bg-sunken hover:text-ink',
        )}
        onClick={() => {
          if (!isIdle) onPress();
        }}
      >
        {count > 0 ? number(count) : isIdle ? '–' : <Plus aria-hidden="true" className="size-4" />}
        {hidden > 0 && <EyeOff aria-hidden="true" className="size-3.5" />}
      </button>
    </td>
  );
}

function readPlace(target: EventTarget): CellPlace | null {
  const place = target instanceof HTMLElement ? target.dataset['cell']?.split(',') : undefined;
  return place ? { row: Number(place[0]), column: Number(place[1]) } : null;
}

function findCell(grid: HTMLElement | null, { row, column }: CellPlace): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-cell="${row},${column}"]`) ?? null;
}
