import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Filter } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import { isSelective } from './query-cost.ts';

/** Conditions on rows of `materials` for their kind and their readers. */

type Condition = RawBuilder<SqlBool>;

/**
 * Matches a kind. Written so that engines don't use the index by kind if another one matches fewer rows, which they
 * can't know.
 */
export function isOfKind(kind: MaterialKind, filters: readonly Filter[]): Condition {
  return isSelective(filters) ? sql`kind || '' = ${sql.lit(kind)}` : sql`kind = ${sql.lit(kind)}`;
}

export const everybody: Readers = ['any'];

const hasReader = (roles: readonly string[]): Condition =>
  sql`exists (select 1 from material_readers where material_id = materials.id and role in (${sql.join(roles)}))`;

/** Matches rows of `materials` that these readers may read; for public ones, reads no other table. */
export function mayBeReadBy(readers: Readers): Condition {
  if (readers === 'everything') return sql`1 = 1`;
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? sql`is_public = 1` : sql`(is_public = 1 or ${hasReader(others)})`;
}

/** Matches published rows that not everybody may read; they have their own index (migrations). */
export const notForEverybody: Condition = sql`is_public = 0 and deleted_at is null`;
export const forEverybody: Condition = sql`is_public = 1 and deleted_at is null`;

/** Matches hidden rows of `materials`: only administrators may read them. */
export const isHiddenRow: Condition = sql`(is_public = 0 and exists (
  select 1 from hidden_materials where material_id = materials.id
))`;

/** Matches the rows of `notForEverybody` that these readers may read; null if there can be none. */
export function mayAlsoBeReadBy(readers: Readers): Condition | null {
  if (readers === 'everything') return notForEverybody;
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? null : sql`${notForEverybody} and ${hasReader(others)}`;
}

/** Matches the rows of `notForEverybody` that these readers may not read. */
export function mayNotBeReadBy(readers: readonly string[]): Condition {
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? notForEverybody : sql`${notForEverybody} and not ${hasReader(others)}`;
}
