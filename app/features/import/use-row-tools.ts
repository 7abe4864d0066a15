import { useMemo } from 'react';
import { toolTargets } from '#app/features/import/rows/tool-targets.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { noSelection, selectAll, selectFolder } from '#app/features/import/rows/row-selection.ts';
import type { TableState } from '#app/features/import/table/use-table.ts';

/** Returns the rows that the buttons above the table apply to, and the buttons that select rows. */
export function useRowTools(table: TableState, rows: ReadonlyMap<string, StagedRow>) {
  const { ids, selection, active, setSelection } = table;
  const targets = useMemo(() => toolTargets(ids, rows, selection.ids), [ids, rows, selection.ids]);
  return {
    targets,
    canSelectFolder: selection.ids.size > 0 || active !== null,
    onSelectAll: () => setSelection(selectAll(ids)),
    onSelectNone: () => setSelection(noSelection),
    onSelectFolder: () =>
      setSelection(selectFolder(selection, ids, (id) => rows.get(id)?.path ?? '', active?.id ?? null)),
  };
}
