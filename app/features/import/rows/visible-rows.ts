import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { isLeftByChoice, matchesFilter, type ShownFilter } from './row-filters.ts';

/** The rows on screen, in their order. */
export type View = {
  rows: ReadonlyMap<string, StagedRow>;
  filter: ShownFilter;
  ids: readonly string[];
  /** The index of each row in `ids`, so that a key does not search 10,000 rows. */
  positions: ReadonlyMap<string, number>;
  stayed: number;
};

/**
 * Returns the rows that match the filter, and rows that no longer match because a person edited them: these stay until
 * the filter is chosen again. The active row, `keptId`, stays as well.
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
