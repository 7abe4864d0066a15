import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import * as words from '#messages/import/rows.ts';
import { presentValues } from './present-values.ts';
import { workOf } from './row-filters.ts';

/** The rows that the buttons above the table apply to, by id. */
export type ToolTargets = { confirmable: string[]; duplicates: string[] };

/**
 * Returns the selected rows that can be confirmed and those that are duplicates. Without a selection, returns the
 * duplicates among all shown rows and none to confirm, because rows that arrive meanwhile would be confirmed unread.
 */
export function toolTargets(
  shown: readonly string[],
  rows: ReadonlyMap<string, StagedRow>,
  selected: ReadonlySet<string>,
): ToolTargets {
  const targets: ToolTargets = { confirmable: [], duplicates: [] };
  for (const id of selected.size > 0 ? shown.filter((each) => selected.has(each)) : shown) {
    const row = rows.get(id);
    if (!row || row.state === 'published') continue;
    if (workOf(row) === 'duplicates') targets.duplicates.push(id);
    if (selected.size > 0 && Object.keys(presentValues(row, row.doubtful)).length > 0) targets.confirmable.push(id);
  }
  return targets;
}

/** Describes what discarding these duplicates means; empty if there are none. */
export function duplicateWords(rows: readonly StagedRow[]): string {
  const duplicates = rows.filter((row) => workOf(row) === 'duplicates');
  if (duplicates.length === 0) return '';
  const isSame = ({ duplicates: found }: StagedRow) => found.some(({ how }) => how === 'bytes');
  const same = duplicates.filter(isSame).length;
  const alike = duplicates.length - same;
  const away = duplicates.filter(({ duplicates: found }) =>
    found.every(({ isInTrash, isHidden }) => isInTrash || isHidden),
  ).length;
  return [
    same > 0 && words.sameBytes(same),
    alike > 0 && words.nearlySameText(alike),
    away > 0 && words.otherNotVisible(away),
  ]
    .filter(Boolean)
    .join(' ');
}
