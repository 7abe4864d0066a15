import { useRef } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import * as words from '#messages/import/rows.ts';
import { useRowWindow } from './use-row-window.ts';
import { toggleRow, type RowSelection } from './row-selection.ts';
import type { ShownNames } from './shown-names.ts';
import { certaintyOf, splitPath, stateOf, valueWords, type RowContext } from './row-words.ts';
import { StateMark, ValueMark, FileName } from './row-marks.tsx';

type RowListProps = {
  ids: readonly string[];
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  names: ShownNames;
  faculties: readonly FacultySummary[];
  selection: RowSelection;
  onSelection: (selection: RowSelection) => void;
  onOpen: (id: string) => void;
};

/** Estimated height in pixels; a rendered row is measured, since long values wrap. */
const likelyHeight = 104;

/** The staged files on a narrow screen; each opens as a card. */
export function RowList({ ids, rows, context, names, faculties, selection, onSelection, onOpen }: RowListProps) {
  const scroller = useRef<HTMLElement>(null);
  const rowWindow = useRowWindow({ ids, scroller, rowHeight: likelyHeight });
  // In the flow of the page, so that a growing row moves the rows after it immediately.
  const shown = rowWindow.getVirtualItems();
  return (
    <section
      ref={scroller}
      aria-label={words.stagedFiles}
      tabIndex={0}
      style={{ maxHeight: 'max(24rem, calc(100dvh - 19.5rem))' }}
      className="scroll-area-y overflow-y-auto overscroll-contain rounded-card border border-hairline bg-card"
    >
      <ul
        style={{ paddingTop: shown[0]?.start ?? 0, paddingBottom: rowWindow.getTotalSize() - (shown.at(-1)?.end ?? 0) }}
      >
        {shown.map(({ index, key }) => {
          const row = rows.get(ids[index] ?? '');
          if (!row) return null;
          return (
            <li
              key={key}
              ref={rowWindow.measureElement}
              data-index={index}
              aria-setsize={ids.length}
              aria-posinset={index + 1}
              className="grid grid-cols-[2.75rem_minmax(0,1fr)] border-b border-hairline"
            >
              <label className="grid place-items-center self-stretch">
                <span className="sr-only">{words.selectFile(splitPath(row.path).name)}</span>
                <input
                  type="checkbox"
                  className="size-5 accent-accent"
                  checked={selection.ids.has(row.$id)}
                  onChange={() => onSelection(toggleRow(selection, row.$id))}
                />
              </label>
              <RowButton {...{ row, context, names, faculties }} onOpen={() => onOpen(row.$id)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type RowButtonProps = Pick<RowListProps, 'context' | 'names' | 'faculties'> & { row: StagedRow; onOpen: () => void };

function RowButton({ row, context, names, faculties, onOpen }: RowButtonProps) {
  return (
    <button type="button" onClick={onOpen} className="min-h-11 min-w-0 py-2 pe-3 text-start text-sm leading-tight">
      <FileName {...names.partsOf(row.path)} />
      <span className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <StateMark state={stateOf(row, context)} className="text-xs" />
        {(['facultyId', 'semesterId', 'subject', 'year'] as const).map((field) => {
          const certainty = certaintyOf(row, field);
          const isDoubtful = certainty === 'doubtful' || certainty === 'missing';
          const text = valueWords(row, field, faculties);
          if (text === '' && !isDoubtful) return null;
          return (
            <span
              key={field}
              className={`inline-flex flex-wrap items-center gap-x-1 rounded-md px-1.5 text-xs ${isDoubtful ? 'bg-marigold-tint text-ink' : 'bg-sunken'}`}
            >
              {text || words.missingField(field)}
              <ValueMark certainty={certainty} />
            </span>
          );
        })}
      </span>
    </button>
  );
}
