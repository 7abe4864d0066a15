import { useMemo, useState } from 'react';
import { sumRows, updateView, type ShownFilter, type View } from '#app/features/import/rows/row-filters.ts';
import type { RowsState } from '#app/features/import/rows/staged-rows.ts';
import { keepShown, nextLeft, noSelection, type RowSelection } from '#app/features/import/rows/row-selection.ts';
import type { ActiveCell } from './grid-keys.ts';

export type TableState = ReturnType<typeof useTable>;

const noIds: readonly string[] = [];
const noPositions: ReadonlyMap<string, number> = new Map();

/** Manages the shown rows, the active row and the selection. */
export function useTable({ rows }: Pick<RowsState, 'rows'>) {
  const [chosen, setChosen] = useState<ShownFilter | null>(null);
  const [active, setActive] = useState<ActiveCell | null>(null);
  const [selection, setSelection] = useState<RowSelection>(noSelection);
  const [view, setView] = useState<View | null>(null);
  const sums = useMemo(() => sumRows(rows.values()), [rows]);
  // Decided once, before somebody works in the table, so that it does not change while they work.
  if (chosen === null && active === null && selection.ids.size === 0 && sums.doubtful > 0) setChosen('doubtful');
  const filter = chosen ?? 'open';

  if (view?.rows !== rows || view.filter !== filter) {
    const next = updateView(view, rows, filter, active?.id ?? null);
    setView(next);
    const left = new Set(next.ids);
    const activeId = nextLeft(view?.ids ?? [], active?.id ?? null, left);
    if (active && activeId !== active.id) setActive(activeId === null ? null : { ...active, id: activeId });
    setSelection(keepShown(selection, left));
  }

  return {
    filter,
    sums,
    ids: view?.ids ?? noIds,
    positions: view?.positions ?? noPositions,
    stayed: view?.stayed ?? 0,
    active,
    setActive,
    selection,
    setSelection,
    /** Chooses a filter; choosing the same one again removes rows that no longer match. */
    choose(next: ShownFilter): void {
      setChosen(next);
      setSelection(noSelection);
      const fresh = updateView(null, rows, next, null);
      setView(fresh);
      const id = nextLeft(view?.ids ?? [], active?.id ?? null, new Set(fresh.ids));
      setActive(active && id !== null ? { ...active, id } : null);
    },
  };
}
