import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Filter, ListQuery } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { MaterialRecords, Readers } from '#server/engines/database/database.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { attributesIn, compileFilters, type Columns } from './compile-filters.ts';
import { compilePage, orderList, orderOf, type CompiledOrder } from './compile-page.ts';
import { materialColumns, placeColumns } from './material-columns.ts';
import {
  countRows,
  everybody,
  isHiddenRow,
  isOfKind,
  isQuick,
  isQuickCount,
  mayAlsoBeReadBy,
  mayBeReadBy,
  mayNotBeReadBy,
  notForEverybody,
  placeFilters,
  sumOfCounts,
} from './material-conditions.ts';
import { materialSelection, selectMaterials, sha256OfFile, toMaterial, type FoundRow } from './material-rows.ts';

/** Counts the matches of a list, independent of the requested page. */
function createMatchCount(engine: Engine, columns: Columns) {
  const { read, scan } = engine;

  /**
   * Counts lists of a faculty, term or subject from the stored counts of public materials. All other lists are
   * counted with their index for all readers, minus the few that may not be read. Neither way reads rows.
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
   * Returns the connection for materials of a kind that not everybody may read: the fast one while there are few of
   * them.
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

  /** Counts the materials of the subjects that the filters name, once and only if needed. */
  function countOnce(kind: MaterialKind, filters: readonly Filter[]): () => Promise<number> {
    let counted: Promise<number> | null = null;
    return () => (counted ??= countForEverybody(read, kind, placeFilters(filters)));
  }

  function countForEverybody(connection: Connection, kind: MaterialKind, filters: readonly Filter[]): Promise<number> {
    return sumOfCounts(connection, sql`kind = ${sql.lit(kind)} and ${compileFilters(filters, placeColumns)}`);
  }

  return { countMatches, countOnce };
}

/** Threshold: counting this many takes well under a millisecond. */
const fewOthers = 500;

type Condition = RawBuilder<SqlBool>;

type Lists =
  | 'list'
  | 'listTrash'
  | 'listWithdrawnBefore'
  | 'listAt'
  | 'listIdsAt'
  | 'listSamples'
  | 'listByDigest'
  | 'findShownByDigest';

export function createMaterialLists(engine: Engine): Pick<MaterialRecords, Lists> {
  const { read, scan, notAborted } = engine;
  const columns = materialColumns(engine);
  const notAbortedHere = notAborted(sql.ref('sequence'));
  const { countMatches, countOnce } = createMatchCount(engine, columns);

  async function list(kind: MaterialKind, query: ListQuery, readers: Readers = everybody) {
    const published = sql<SqlBool>`${isOfKind(kind, query.filters)} and deleted_at is null and ${mayBeReadBy(readers)}`;
    const page = await compilePage(query, columns, (id, orders) => findPosition(read, published, id, orders));
    const atPlace = countOnce(kind, query.filters);
    const connection = (await isQuick(kind, query, atPlace)) ? read : scan;
    const { rows } = await sql<FoundRow>`${materialSelection(connection)}
      where ${notAbortedHere} and ${published} and ${page.condition}
      order by ${orderList(page.orders)} limit ${query.limit} offset ${query.offset}`.execute(connection);
    const materials = rows.map(toMaterial);
    const wanted = () => totalOfEnd(query, rows.length) ?? countMatches(kind, query, readers, atPlace);
    return {
      total: query.wantsTotal ? await wanted() : 0,
      materials: page.isBackwards ? materials.reverse() : materials,
    };
  }

  return {
    list,
    ...createListsAt(engine),
    ...createListsByDigest(engine),

    async listTrash({ kind, limit, offset }) {
      const condition = sql<SqlBool>`deleted_at is not null and ${kind ? sql<SqlBool>`kind = ${sql.lit(kind)}` : sql<SqlBool>`1 = 1`}`;
      const rows = await selectMaterials(scan)
        .where(sql<SqlBool>`${notAbortedHere} and ${condition}`)
        .orderBy('deleted_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { total: await countRows(scan, condition, engine), materials: rows.map(toMaterial) };
    },

    async listWithdrawnBefore(lived, limit) {
      const rows = await selectMaterials(read)
        .where('deleted_at', 'is not', null)
        .where('withdrawn_lived', '<', lived)
        .orderBy('withdrawn_lived')
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(toMaterial);
    },

    async listSamples() {
      // A literal, because a partial index is used only if the condition is known when the statement is prepared.
      const rows = await selectMaterials(read)
        .where(sql<SqlBool>`is_sample = 1`)
        .orderBy('sequence')
        .execute();
      return rows.map(toMaterial);
    },
  };
}

/** Lists materials by the bytes of their own file, for all readers. */
function createListsByDigest({ read, lists }: Engine): Pick<MaterialRecords, 'listByDigest' | 'findShownByDigest'> {
  return {
    async listByDigest(sha256, where = 'published') {
      const rows = await selectMaterials(read)
        .$if(where === 'published', (query) => query.where(sql<SqlBool>`deleted_at is null`))
        .where(sql<SqlBool>`file_id in (select id from files where is_finished = 1 and sha256 = ${sha256})`)
        .limit(100)
        .execute();
      return rows.map(toMaterial).sort((one, other) => one.sequence - other.sequence);
    },

    async findShownByDigest(digests) {
      // `cross join` makes SQLite start with the digests; otherwise it would start with all materials.
      const oldest = sql<number>`(
        select min(materials.sequence) from ${lists.texts(digests)} as wanted
          cross join files cross join materials
          where files.is_finished = 1 and files.sha256 = wanted.value and materials.file_id = files.id
            and materials.deleted_at is null and not ${isHiddenRow}
          group by files.sha256
      )`;
      const rows = await selectMaterials(read).select(sha256OfFile).where('sequence', 'in', oldest).execute();
      return new Map(rows.map((row) => [row.sha256 ?? '', toMaterial(row)]));
    },
  };
}

/** Lists materials by subject, for all readers. */
function createListsAt(engine: Engine): Pick<MaterialRecords, 'listAt' | 'listIdsAt'> {
  const { scan, notAborted } = engine;
  const notAbortedHere = notAborted(sql.ref('sequence'));
  return {
    async listAt(places, { limit, offset }) {
      if (places.length === 0) return { total: 0, materials: [] };
      // A list of rows instead of a chain of conditions, because engines limit the depth of those.
      const list = sql.join(places.map((place) => sql`(${place.facultyId}, ${place.semesterId}, ${place.subject})`));
      const atPlaces = sql<SqlBool>`(faculty_id, semester_id, subject) in (values ${list})`;
      const rows = await selectMaterials(scan)
        .where(sql<SqlBool>`${notAbortedHere} and deleted_at is null and ${atPlaces}`)
        .orderBy('created_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const others = await countRows(scan, sql`${notForEverybody} and ${atPlaces}`, engine);
      return { total: (await sumOfCounts(scan, atPlaces)) + others, materials: rows.map(toMaterial) };
    },

    async listIdsAt({ facultyId, semesterId, subject }, limit) {
      // Two statements, because published materials and the trash have separate indexes.
      const list = (trash: 'is' | 'is not') =>
        scan
          .selectFrom('materials')
          .select('id')
          .where(notAbortedHere)
          .where('deleted_at', trash, null)
          .where('faculty_id', '=', facultyId)
          .where('semester_id', '=', semesterId)
          .where('subject', '=', subject)
          .limit(limit)
          .execute();
      return [...(await list('is')), ...(await list('is not'))].slice(0, limit).map(({ id }) => id);
    },
  };
}

/** Returns the total of a list that ends within this page; null if the page does not show it. */
function totalOfEnd({ offset, limit, cursor }: ListQuery, rows: number): number | null {
  if (cursor || rows >= limit || (rows === 0 && offset > 0)) return null;
  return offset + rows;
}

/**
 * Finds the position of the cursor's row, which need not match the filters but must be published, readable and of the
 * kind.
 */
async function findPosition(
  read: Connection,
  published: Condition,
  id: string,
  orders: readonly CompiledOrder[],
): Promise<unknown[] | null> {
  const row = await read
    .selectFrom('materials')
    .select(orders.map(({ column }, index) => orderOf(column).as(`value_${index}`)))
    .where(sql<SqlBool>`id = ${id} and ${published}`)
    .executeTakeFirst();
  return row ? orders.map((_, index) => Reflect.get(row, `value_${index}`)) : null;
}
