import type { StagedRow } from '#app/features/staging/staging-calls.ts';

/**
 * The filters of the table, in the order of the work: rows that need a person first. Each row that is not published is in
 * exactly one of them, and in `open`.
 */
export const shownFilters = ['doubtful', 'duplicates', 'unreadable', 'waiting', 'reading', 'ready', 'open'] as const;

export type ShownFilter = (typeof shownFilters)[number];

/** What a row needs next. */
export type RowWork = Exclude<ShownFilter, 'open'> | 'published';

export const filterNames: Record<ShownFilter, string> = {
  doubtful: 'To check',
  duplicates: 'Duplicates',
  unreadable: 'Damaged or locked',
  waiting: 'Not sent',
  reading: 'Being read',
  ready: 'Ready',
  open: 'All',
};

/** Returns what a row needs next: the first that applies, in the order in which the column State names it. */
export function workOf({ state, warning, duplicates, doubtful }: StagedRow): RowWork {
  if (state === 'published') return 'published';
  const isDuplicate = duplicates.length > 0;
  if (state === 'waiting') return isDuplicate ? 'duplicates' : 'waiting';
  if (warning !== null) return 'unreadable';
  if (isDuplicate) return 'duplicates';
  if (state === 'reading') return 'reading';
  return doubtful.length > 0 ? 'doubtful' : 'ready';
}

/** True if a row belongs to a filter. */
export function matchesFilter(row: StagedRow, filter: ShownFilter): boolean {
  const work = workOf(row);
  return filter === 'open' ? work !== 'published' : work === filter;
}

/** The number of rows of each filter; all but `open` add up to `open`. */
export type RowSums = Record<ShownFilter, number>;

export function sumRows(rows: Iterable<StagedRow>): RowSums {
  const sums: RowSums = { doubtful: 0, duplicates: 0, unreadable: 0, waiting: 0, reading: 0, ready: 0, open: 0 };
  for (const row of rows) {
    const work = workOf(row);
    if (work === 'published') continue;
    sums[work] += 1;
    sums.open += 1;
  }
  return sums;
}

/** True if a row that no longer matches stays on screen, so that a person sees the result of their change. */
export function isLeftByChoice(row: StagedRow): boolean {
  if (row.state === 'published') return true;
  return row.isTitleTold || Object.values(row.fields).some(({ source }) => source === 'told' || source === 'taken');
}
