import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isTextMethod } from '#contract/queries/parse-comparison.ts';
import type { Comparison, Filter, ListQuery } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { placeColumns } from './material-columns.ts';

/** Counts rows of `materials` by reading each of them. */
export async function countRows(
  connection: Connection,
  condition: Condition,
  { notAborted }: Pick<Engine, 'notAborted'>,
): Promise<number> {
  const { total } = await connection
    .selectFrom('materials')
    .select(sql<number>`count(*)`.as('total'))
    .where(sql<SqlBool>`${notAborted(sql.ref('sequence'))} and ${condition}`)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the sum of the stored counts of public materials for the rows of `shelf_counts` that match the condition. */
export async function sumOfCounts(connection: Connection, condition: Condition): Promise<number> {
  const { total } = await connection
    .selectFrom('shelf_counts')
    .select(sql<number | null>`sum(materials)`.as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/**
 * Maximum row reads of a list in the main thread: about two milliseconds. Another thread costs a fifth of a
 * millisecond (docs/decisions/0018-slow-reads-run-apart.md), so most lists of pages are below this.
 */
const maxQuickReads = 2000;

/** Cost of a row of the result in row reads: its file is read as well, and it is serialised. */
const readsPerResult = 4;

/** Returns those filters, all of which must hold, that compare a faculty, term or subject. */
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

/** Filters that match few materials and have their own index, which the engine should use. */
const selective = new Set(['downloadUrl', 'coverImageUrl', 'isSample']);

/** True if one of the filters matches so few materials that its index should be used. */
function isSelective(filters: readonly Filter[]): boolean {
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

/** Orders for which an index has all materials of a kind, so that a page of the list is a range of the index. */
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

/** Returns the reads that each row costs: one, and one more for every text that is searched in it. */
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

/** Conditions on rows of `materials` for their kind and their readers. */

type Condition = RawBuilder<SqlBool>;

/** Written so that the index by kind is not used if another one matches fewer rows, which engines can't know. */
export function isOfKind(kind: MaterialKind, filters: readonly Filter[]): Condition {
  return isSelective(filters) ? sql`kind || '' = ${sql.lit(kind)}` : sql`kind = ${sql.lit(kind)}`;
}

export const everybody: Readers = ['any'];

const hasReader = (roles: readonly string[]): Condition =>
  sql`exists (select 1 from material_readers where material_id = materials.id and role in (${sql.join(roles)}))`;

/** Matches rows of `materials` that may be read; for public ones no other table is read. */
export function mayBeReadBy(readers: Readers): Condition {
  if (readers === 'everything') return sql`1 = 1`;
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? sql`is_public = 1` : sql`(is_public = 1 or ${hasReader(others)})`;
}

/** Published rows that have their own index (migrations). */
export const notForEverybody: Condition = sql`is_public = 0 and deleted_at is null`;
export const forEverybody: Condition = sql`is_public = 1 and deleted_at is null`;

/** Matches hidden rows of `materials`: only administrators may read them. */
export const isHiddenRow: Condition = sql`(is_public = 0 and exists (
  select 1 from hidden_materials where material_id = materials.id
))`;

/** Matches the rows of `notForEverybody` that may be read; null if there can be none. */
export function mayAlsoBeReadBy(readers: Readers): Condition | null {
  if (readers === 'everything') return notForEverybody;
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? null : sql`${notForEverybody} and ${hasReader(others)}`;
}

/** Matches the rows of `notForEverybody` that may not be read. */
export function mayNotBeReadBy(readers: readonly string[]): Condition {
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? notForEverybody : sql`${notForEverybody} and not ${hasReader(others)}`;
}
