import type { StagedRow, ManualValues, ManualField } from '#app/features/import/calls/staging-calls.ts';
import { presentValues } from '#app/features/import/rows/present-values.ts';
import { columns } from '#app/features/import/rows/columns.ts';
import * as words from '#messages/import/table.ts';
import type { ActiveCell } from './grid-keys.ts';

type Filling = {
  ids: readonly string[];
  rows: ReadonlyMap<string, StagedRow>;
  active: ActiveCell | null;
  selected: ReadonlySet<string>;
};

/**
 * Returns the values that Ctrl+D sets: the value of the first selected row for the others; without a selection, that of the
 * row above. Returns an error sentence if there is no value.
 */
export function fillDown({ ids, rows, active, selected }: Filling):
  | {
      ids: string[];
      manual: ManualValues;
      field: ManualField;
    }
  | { fault: string } {
  const field = active && columns[active.column]?.field;
  if (!active || !field) return { fault: words.noColumnToFill };
  const chosen = ids.filter((id) => selected.has(id));
  const [from, ...to] = chosen.length > 1 ? chosen : [ids[ids.indexOf(active.id) - 1], active.id];
  const source = from === undefined ? undefined : rows.get(from);
  const manual = source && presentValues(source, [field]);
  if (!manual || Object.keys(manual).length === 0) return { fault: words.nothingToFill };
  return { ids: to.filter((id) => id !== undefined), manual, field };
}
