/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a real table cannot be left out or placed by pixels */
import { Link2 } from 'lucide-react';
import { memo, type CSSProperties, type MouseEvent } from 'react';
import { pages } from '#contract/addresses.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import type { StagedRow, ManualField } from '#app/features/import/calls/staging-calls.ts';
import { cellWords, certaintyOf, stateOf, valueWords, type RowContext } from '#app/features/import/rows/row-words.ts';
import { StateMark, ValueMark, FileName } from '#app/features/import/rows/row-marks.tsx';
import { classes } from '#app/ui/classes.ts';
import { columns } from '#app/features/import/rows/columns.ts';
import * as words from '#messages/import/rows.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/** Column widths of the head and all rows: wide enough for the longest kind, term and state with their marks. */
export const gridTemplateColumns =
  'minmax(14rem,2.4fr) 6.75rem minmax(7rem,0.5fr) 8.25rem minmax(8.5rem,1.4fr) 6.75rem minmax(4.5rem,0.8fr) 8rem';

type GridRowProps = {
  row: StagedRow;
  /**
   * Beginning of the file name. The parts of the path are separate strings, so that equal values don't rerender the
   * row.
   */
  head: string;
  tail: string;
  folder: string;
  /** Position of the row, counted from 0. */
  index: number;
  top: number;
  height: number;
  /** The active column, if it is in this row. */
  activeColumn: number | null;
  isSelected: boolean;
  idPrefix: string;
  context: RowContext;
  faculties: readonly FacultySummary[];
};

/** One row of the table. Memoised, because one row changes while many are on screen. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, height, activeColumn, isSelected, idPrefix } = props;
  const style: CSSProperties = { transform: `translateY(${top}px)`, height, gridTemplateColumns };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={row.$id}
      style={style}
      className={classes(
        'absolute grid inset-x-0 top-0 border-b border-hairline text-sm contain-strict',
        isSelected ? 'bg-accent-tint' : activeColumn !== null ? 'bg-sunken' : 'hover:bg-sunken/60',
        row.state === 'published' && 'text-muted',
      )}
    >
      {columns.map(({ name, field }, column) => (
        <div
          key={name}
          id={`${idPrefix}-${index}-${column}`}
          role="gridcell"
          aria-colindex={column + 1}
          data-column={column}
          className={classes(
            'flex min-w-0 items-center overflow-hidden border-e border-hairline/60 px-2 last:border-e-0',
            activeColumn === column &&
              'outline-2 -outline-offset-2 outline-edge group-focus-visible/grid:outline-(--focus)',
          )}
        >
          {column === 0 && <FileCell {...props} />}
          {field && <ValueCell {...props} field={field} />}
          {name === words.state && <StateCell {...props} />}
        </div>
      ))}
    </div>
  );
});

/** A press on the checkbox acts like a press on its row with Ctrl. */
export const selectMark = 'data-select';

function FileCell({ row, isSelected, head, tail, folder }: GridRowProps) {
  return (
    <>
      <span {...{ [selectMark]: '' }} className="-ms-2 grid h-full w-11 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-hidden="true"
          checked={isSelected}
          readOnly
          className="pointer-events-none size-4 accent-accent"
        />
      </span>
      <span className="min-w-0 flex-1 leading-tight" data-tooltip={row.path}>
        <FileName {...{ head, tail, folder }} />
      </span>
    </>
  );
}

function ValueCell({ row, field, faculties }: GridRowProps & { field: ManualField }) {
  const certainty = certaintyOf(row, field);
  const text = cellWords(row, field, faculties);
  const isDoubtful = certainty === 'doubtful' || certainty === 'missing';
  return (
    <span
      className={classes(
        'inline-flex max-w-full min-w-0 items-center gap-1 rounded-md',
        isDoubtful && '-mx-1 bg-marigold-tint px-1 text-ink',
      )}
    >
      {field === 'kind' && !isDoubtful && row.fields.kind.value !== null && (
        <KindIcon kind={row.fields.kind.value} className="size-4 shrink-0" />
      )}
      {text === '' && certainty === 'missing' ? (
        <span className="truncate text-xs italic">{words.missing}</span>
      ) : (
        <span className="truncate" data-tooltip-if-cut={valueWords(row, field, faculties)}>
          {text || '–'}
        </span>
      )}
      <ValueMark certainty={certainty} />
    </span>
  );
}

function StateCell({ row, context }: GridRowProps) {
  const state = stateOf(row, context);
  if (row.materialId === null) return <StateMark state={state} />;
  return (
    <a
      href={localAddress(pages.material(row.materialId))}
      target="_blank"
      rel="noopener"
      tabIndex={-1}
      className="inline-flex min-w-0 items-center gap-1 text-accent underline underline-offset-4"
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      <Link2 aria-hidden="true" className="size-4 shrink-0" />
      {state.label}
      <span className="sr-only"> {words.opensNewTab}</span>
    </a>
  );
}
