import { isTextMethod } from '#contract/parse-comparison.ts';
import type { Comparison, Filter, ListQuery } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import { placeColumns } from './material-columns.ts';

/**
 * What a list may cost to be read in the server's own thread, in looks at a row: some two milliseconds. Handing a
 * statement over to another thread costs a fifth of one (decision 18), so most lists that pages show are below it.
 */
const quickLooks = 2000;

/** An answered row weighs so many looks: its file's facts are read and it is written out. */
const looksPerAnswer = 4;

/** The filters, of those that must all hold, that say where a material stands. */
export function placeFilters(filters: readonly Filter[]): Comparison[] {
  return filters.filter(
    (filter): filter is Comparison =>
      !('filters' in filter) && filter.method === 'equal' && placeColumns.has(filter.attribute),
  );
}

/** Whether a list is sure to be read quickly. `countAtPlace` counts what stands at the places its filters name. */
export async function isQuick(
  kind: MaterialKind,
  query: ListQuery,
  countAtPlace: () => Promise<number>,
): Promise<boolean> {
  const looks = looksAtEachRow(query.filters);
  const answered = Math.min(query.limit, quickLooks) * looksPerAnswer;
  const walked = query.offset + query.limit;
  if (looks > quickLooks || answered > quickLooks) return false;
  if (isWalk(kind, query) && walked * looks + answered <= quickLooks) return true;
  return (await rowsLookedAt(query.filters, countAtPlace)) * looks + answered <= quickLooks;
}

/** Whether all that match the filters are sure to be counted quickly. */
export async function isQuickCount(filters: readonly Filter[], countAtPlace: () => Promise<number>): Promise<boolean> {
  const looks = looksAtEachRow(filters);
  return looks <= quickLooks && (await rowsLookedAt(filters, countAtPlace)) * looks <= quickLooks;
}

/** Filters that leave few of a kind and have an index of their own, which the engine should take. */
const selective = new Set(['downloadUrl', 'coverImageUrl', 'isSample']);

/** Whether one of the filters leaves so few materials that its index is the one to go by. */
export function isSelective(filters: readonly Filter[]): boolean {
  return filters.some(
    (filter) =>
      !('filters' in filter) &&
      filter.method === 'equal' &&
      selective.has(filter.attribute) &&
      !filter.values.includes(false),
  );
}

async function rowsLookedAt(filters: readonly Filter[], countAtPlace: () => Promise<number>): Promise<number> {
  const byId = filters.find(
    (filter) => !('filters' in filter) && filter.method === 'equal' && filter.attribute === '$id',
  );
  return byId && 'values' in byId ? byId.values.length : countAtPlace();
}

/** Orders in which an index holds all materials of a kind, so that a page of the list is a stretch of the index. */
const walkedOrders = new Set(['$sequence asc', '$createdAt asc', '$createdAt desc', 'uploadedAt asc']);

/** Filters that leave the library's books in order of title, as an index holds them (migration 0005). */
const walkedPlaces = new Set(['', 'facultyId', 'facultyId,semesterId']);

function isWalk(kind: MaterialKind, { filters, orders }: ListQuery): boolean {
  if (orders.length > 1) return false;
  const order = orders[0] ? `${orders[0].attribute} ${orders[0].direction}` : '$sequence asc';
  if (filters.length === 0 && walkedOrders.has(order)) return true;
  const places = placeFilters(filters).filter(({ values }) => values.length === 1);
  const named = places.map(({ attribute }) => attribute).sort();
  return (
    kind === 'book' && order === 'title asc' && places.length === filters.length && walkedPlaces.has(named.join(','))
  );
}

/** How often a row is looked at: once, and again for every text or word looked for in it. */
function looksAtEachRow(filters: readonly Filter[]): number {
  let looks = 1;
  for (const filter of filters) {
    if ('filters' in filter) looks += looksAtEachRow(filter.filters);
    // Words are looked up in an index of the whole library, however few rows the rest leaves.
    else if (filter.method === 'search' || filter.method === 'notSearch') return Number.POSITIVE_INFINITY;
    else if (isTextMethod(filter.method)) looks += filter.values.length;
  }
  return looks;
}
