import type { StagedRow } from '#app/features/staging/staging-calls.ts';
import { isLeftByChoice, matchesFilter, type ShownFilter } from './row-filters.ts';

/** The rows on screen, in their order. */
export type View = {
  rows: ReadonlyMap<string, StagedRow>;
  filter: ShownFilter;
  ids: readonly string[];
  /** The index of each in `ids`, so that a key does not search 10,000 of them. */
  positions: ReadonlyMap<string, number>;
  stayed: number;
};

/**
 * The rows that match the filter, and those that matched until a person's choice changed them: they stay where they are
 * until the filter is chosen again. `keptId`, the row that has the keyboard, stays as well.
 */
export function updateView(before: View | null, rows: View['rows'], filter: ShownFilter, keptId: string | null): View {
  const shown = before?.filter === filter ? new Set(before.ids) : new Set<string>();
  let stayed = 0;
  const ids: string[] = [];
  for (const [id, row] of rows) {
    const isMatch = matchesFilter(row, filter);
    if (!isMatch && !(shown.has(id) && (id === keptId || isLeftByChoice(row)))) continue;
    if (!isMatch) stayed += 1;
    ids.push(id);
  }
  return { rows, filter, ids, positions: new Map(ids.map((id, index) => [id, index])), stayed };
}
