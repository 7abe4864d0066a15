import type { StagedFilter } from '#contract/staging.ts';
import type { StagedRow } from '#app/features/staging/staging-calls.ts';
import { isRefused } from './row-words.ts';

/** The filters of the table, in the order of the work: what needs a look first. */
export const shownFilters = ['doubtful', 'duplicates', 'unreadable', 'refused', 'waiting', 'ready', 'open'] as const;

export type ShownFilter = (typeof shownFilters)[number];

export const filterNames: Record<ShownFilter, string> = {
  doubtful: 'To check',
  duplicates: 'Duplicates',
  unreadable: 'Damaged or locked',
  refused: 'Refused',
  waiting: 'Not sent',
  ready: 'Ready',
  open: 'All',
};

/** Whether a row belongs to a filter; the same as the server's conditions (`stagedFilters`). */
export function matchesFilter(row: StagedRow, filter: StagedFilter): boolean {
  const isOpen = row.state !== 'published';
  switch (filter) {
    case 'open':
      return isOpen;
    case 'ready':
      return row.isReady;
    case 'doubtful':
      return isOpen && !isRefused(row) && row.doubtful.length > 0;
    case 'duplicates':
      return isOpen && !isRefused(row) && row.duplicates.length > 0;
    case 'unreadable':
      return isOpen && row.warning !== null;
    case 'refused':
      return isRefused(row);
    case 'waiting':
      return row.state === 'waiting' && !isRefused(row);
    case 'reading':
    case 'published':
      return row.state === filter;
    case 'all':
      return true;
  }
}

/** Whether a row that matches no more stays on screen, because a person's choice changed it: it shall be seen. */
export function isLeftByChoice(row: StagedRow): boolean {
  if (row.state === 'published') return true;
  return row.isTitleTold || Object.values(row.fields).some(({ source }) => source === 'told' || source === 'taken');
}
