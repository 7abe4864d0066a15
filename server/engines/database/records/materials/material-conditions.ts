import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Filter } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import { isSelective } from './query-cost.ts';

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
