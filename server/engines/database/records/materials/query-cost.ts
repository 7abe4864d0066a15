import { isTextMethod } from '#contract/queries/parse-comparison.ts';
import type { Comparison, Filter, ListQuery } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import { placeColumns } from './material-columns.ts';

/**
 * Maximum row reads of a list in the main thread: about two milliseconds. Using another thread costs a fifth of a
 * millisecond (docs/decisions/0018-slow-reads-run-apart.md), so most lists of pages are below this.
 */
const maxQuickReads = 2000;

/** Cost of a row of the result, counted in row reads: its file is read as well, and the row is serialised. */
const readsPerResult = 4;

/** Returns those filters that compare a faculty, term or subject and that every row must match. */
export function placeFilters(filters: readonly Filter[]): Comparison[] {
  return filters.filter(
    (filter): filter is Comparison =>
      !('filters' in filter) && filter.method === 'equal' && placeColumns.has(filter.attribute),
  );
}

/**
 * True if a list is certainly quick to read. `countAtPlace` counts the materials of the subjects that its filters
 * name.
 */
export async function isQuick(
  kind: MaterialKind,
  query: ListQuery,
  countAtPlace: () => Promise<number>,
): Promise<boolean> {
  const reads = readsOfEachRow(query.filters);
  const answered = Math.min(query.limit, maxQuickReads) * readsPerResult;
  const rangeRows = query.offset + query.limit;
  if (reads > maxQuickReads || answered > maxQuickReads) return false;
  if (isIndexRange(kind, query) && rangeRows * reads + answered <= maxQuickReads) return true;
  return (await rowsRead(query.filters, countAtPlace)) * reads + answered <= maxQuickReads;
}

/** True if the matches of the filters are certainly quick to count. */
export async function isQuickCount(filters: readonly Filter[], countAtPlace: () => Promise<number>): Promise<boolean> {
  const reads = readsOfEachRow(filters);
  return reads <= maxQuickReads && (await rowsRead(filters, countAtPlace)) * reads <= maxQuickReads;
}

/** Attributes whose filters match few materials and have their own index, which the engine should use. */
const selective = new Set(['downloadUrl', 'coverImageUrl', 'isSample']);

/** True if one of the filters matches so few materials that its index should be used. */
export function isSelective(filters: readonly Filter[]): boolean {
  return filters.some(
    (filter) =>
      !('filters' in filter) &&
      filter.method === 'equal' &&
      selective.has(filter.attribute) &&
      !filter.values.includes(false),
  );
}

async function rowsRead(filters: readonly Filter[], countAtPlace: () => Promise<number>): Promise<number> {
  const byId = filters.find(
    (filter) => !('filters' in filter) && filter.method === 'equal' && filter.attribute === '$id',
  );
  return byId && 'values' in byId ? byId.values.length : countAtPlace();
}

/** Orders with an index over all materials of a kind, so that a page of the list is a range of the index. */
const indexedOrders = new Set(['$sequence asc', '$createdAt asc', '$createdAt desc', 'uploadedAt asc']);

/** Filters for which an index has the books in order of title (migration 0022). */
const indexedPlaces = new Set(['', 'facultyId', 'facultyId,semesterId']);

function isIndexRange(kind: MaterialKind, { filters, orders }: ListQuery): boolean {
  if (orders.length > 1) return false;
  const order = orders[0] ? `${orders[0].attribute} ${orders[0].direction}` : '$sequence asc';
  if (filters.length === 0 && indexedOrders.has(order)) return true;
  const places = placeFilters(filters).filter(({ values }) => values.length === 1);
  const named = places.map(({ attribute }) => attribute).sort();
  return (
    kind === 'book' && order === 'title asc' && places.length === filters.length && indexedPlaces.has(named.join(','))
  );
}

/** Returns the number of reads for each row: one, plus one for every text that is searched in it. */
function readsOfEachRow(filters: readonly Filter[]): number {
  let reads = 1;
  for (const filter of filters) {
    if ('filters' in filter) reads += readsOfEachRow(filter.filters);
    // Words are searched in an index of the whole library, however few rows the other filters match.
    else if (filter.method === 'search' || filter.method === 'notSearch') return Number.POSITIVE_INFINITY;
    else if (isTextMethod(filter.method)) reads += filter.values.length;
  }
  return reads;
}
