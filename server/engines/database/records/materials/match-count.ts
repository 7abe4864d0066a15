import { sql, type SqlBool } from 'kysely';
import type { Filter, ListQuery } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import { attributesIn, compileFilters, type Columns } from './compile-filters.ts';
import { countRows, sumOfCounts } from '#server/engines/database/sql/count-rows.ts';
import type { Readers } from '#server/engines/database/database.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { placeColumns } from './material-columns.ts';
import { isOfKind, mayAlsoBeReadBy, mayNotBeReadBy, notForEverybody } from './material-conditions.ts';
import { isQuickCount, placeFilters } from './query-cost.ts';

/** Counts the matches of a list, independent of the requested page. */
export function createMatchCount(engine: Engine, columns: Columns) {
  const { read, scan } = engine;

  /**
   * Counts lists of a faculty, term or subject from the stored counts of public materials. All other lists are counted
   * with their index, as if everything could be read, minus the few materials that the reader may not read. Neither way
   * reads rows.
   */
  async function countMatches(
    kind: MaterialKind,
    { filters }: ListQuery,
    readers: Readers,
    atPlace: () => Promise<number>,
  ): Promise<number> {
    const filter = compileFilters(filters, columns);
    const isKind = isOfKind(kind, filters);
    if (attributesIn(filters).every((attribute) => placeColumns.has(attribute))) {
      const others = mayAlsoBeReadBy(readers);
      const isSimple = placeFilters(filters).length === filters.length;
      const forEverybody = await (isSimple ? atPlace() : countForEverybody(scan, kind, filters));
      return (
        forEverybody +
        (others ? await countRows(await forOthers(kind), sql`${isKind} and ${others} and ${filter}`, engine) : 0)
      );
    }
    const connection = (await isQuickCount(filters, atPlace)) ? read : scan;
    const all = await countRows(connection, sql`${isKind} and deleted_at is null and ${filter}`, engine);
    if (readers === 'everything') return all;
    return all - (await countRows(connection, sql`${isKind} and ${mayNotBeReadBy(readers)} and ${filter}`, engine));
  }

  /**
   * Returns the connection for reading materials of a kind that not everybody may read: the fast one while there are
   * few of them.
   */
  async function forOthers(kind: MaterialKind): Promise<Connection> {
    const row = await read
      .selectFrom('materials')
      .select('sequence')
      .where(sql<SqlBool>`kind = ${sql.lit(kind)} and ${notForEverybody}`)
      .limit(1)
      .offset(fewOthers)
      .executeTakeFirst();
    return row ? scan : read;
  }

  /** Counts the materials of the subjects that the filters name, only if needed, and then once. */
  function countOnce(kind: MaterialKind, filters: readonly Filter[]): () => Promise<number> {
    let counted: Promise<number> | null = null;
    return () => (counted ??= countForEverybody(read, kind, placeFilters(filters)));
  }

  function countForEverybody(connection: Connection, kind: MaterialKind, filters: readonly Filter[]): Promise<number> {
    return sumOfCounts(connection, sql`kind = ${sql.lit(kind)} and ${compileFilters(filters, placeColumns)}`);
  }

  return { countMatches, countOnce };
}

/** Number of materials up to which the fast connection counts them: well under a millisecond. */
const fewOthers = 500;
