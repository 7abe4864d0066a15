import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';

/**
 * The filters of the table in the order of the work: rows that need a person come first. Each unpublished row is in
 * `open` and in exactly one other filter.
 */
export const shownFilters = [
  'doubtful',
  'duplicates',
  'unreadable',
  'refused',
  'toConvert',
  'waiting',
  'reading',
  'ready',
  'open',
] as const;

export type ShownFilter = (typeof shownFilters)[number];

/** The next step of a row. */
type RowWork = Exclude<ShownFilter, 'open'> | 'published';

/** Returns the next step of a row: the first that applies, in the order of the column State. */
export function workOf(row: StagedRow): RowWork {
  const { state, warning, duplicates, doubtful, documentId } = row;
  if (state === 'published') return 'published';
  if (isRefused(row)) return 'refused';
  const isDuplicate = duplicates.length > 0;
  if (state === 'waiting') return isDuplicate ? 'duplicates' : documentId === null ? 'waiting' : 'toConvert';
  if (warning !== null) return 'unreadable';
  if (isDuplicate) return 'duplicates';
  if (state === 'reading') return 'reading';
  return doubtful.length > 0 ? 'doubtful' : 'ready';
}

/** True if the library refused the bytes of the row: the same file would be refused again. */
export function isRefused({ state, refusal }: StagedRow): boolean {
  return state === 'waiting' && refusal !== null;
}

/** True if a row belongs to a filter. */
export function matchesFilter(row: StagedRow, filter: ShownFilter): boolean {
  const work = workOf(row);
  return filter === 'open' ? work !== 'published' : work === filter;
}

/** Counts the rows of each filter; all others add up to `open`. */
export type RowSums = Record<ShownFilter, number>;

export function sumRows(rows: Iterable<StagedRow>): RowSums {
  const sums: RowSums = {
    doubtful: 0,
    duplicates: 0,
    unreadable: 0,
    refused: 0,
    toConvert: 0,
    waiting: 0,
    reading: 0,
    ready: 0,
    open: 0,
  };
  for (const row of rows) {
    const work = workOf(row);
    if (work === 'published') continue;
    sums[work] += 1;
    sums.open += 1;
  }
  return sums;
}

/** True if a row that no longer matches the filter stays on screen, so that the user sees the result of an edit. */
function isLeftByChoice(row: StagedRow): boolean {
  if (row.state === 'published') return true;
  return (
    row.isTitleManual || Object.values(row.fields).some(({ source }) => source === 'manual' || source === 'inherited')
  );
}

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
