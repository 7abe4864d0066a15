import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Filter, ListQuery } from '#contract/query.ts';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import { isPublic, publicPermissions, readersOf } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { materialKinds, type Material, type MaterialKind } from '#domain/material.ts';
import { formatMoment } from '#domain/moment.ts';
import { attributesIn, compileFilters, compilePage, orderList, type CompiledOrder } from './compile-query.ts';
import { isQuick, isQuickCount, isSelective, placeFilters } from './query-cost.ts';
import type { CountedPlaces, MaterialRecords, Readers } from './database.ts';
import { atomically, movedOn, type Connection, type Engine } from './engine.ts';
import { livedNow } from './lived-time.ts';
import { materialColumns, placeColumns } from './material-columns.ts';
import { readPermissions, writePermissions } from './permission-text.ts';
import { foldCase, indexedWords } from './search-words.ts';
import type { MaterialRow } from './tables.ts';

type Condition = RawBuilder<SqlBool>;
type Found = Omit<MaterialRow, 'sequence' | 'permissions' | 'is_public' | 'withdrawn_lived'> & {
  sequence: number;
  permissions: string;
  file_type: string | null;
  file_size: number | null;
  page_count: number | null;
};

/** All SQL on materials. */
export function createMaterialRecords(engine: Engine): MaterialRecords {
  const { read, scan, write, now, goesOn } = engine;
  const columns = materialColumns(engine);
  const goesOnHere = goesOn(sql.ref('sequence'));

  async function list(kind: MaterialKind, query: ListQuery, readers: Readers = everybody) {
    const published = sql<SqlBool>`${isOfKind(kind, query.filters)} and deleted_at is null and ${mayBeReadBy(readers)}`;
    const page = await compilePage(query, columns, (id, orders) => findPosition(read, published, id, orders));
    const atPlace = countOnce(kind, query.filters);
    const connection = (await isQuick(kind, query, atPlace)) ? read : scan;
    const rows = await select(connection)
      .where(sql<SqlBool>`${goesOnHere} and ${published} and ${page.condition}`)
      .orderBy(orderList(page.orders))
      .limit(query.limit)
      .offset(query.offset)
      .execute();
    const materials = rows.map(toMaterial);
    return {
      total: query.wantsTotal ? await countMatches(kind, query, readers, atPlace) : 0,
      materials: page.isBackwards ? materials.reverse() : materials,
    };
  }

  /**
   * Lists of a place are counted from the counts that are kept of what is for everybody. All others are counted through
   * their index, whoever may read them, less the few that may not be read: so neither looks at a row.
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
        forEverybody + (others ? await countRows(await forOthers(kind), sql`${isKind} and ${others} and ${filter}`) : 0)
      );
    }
    const connection = (await isQuickCount(filters, atPlace)) ? read : scan;
    const all = await countRows(connection, sql`${isKind} and deleted_at is null and ${filter}`);
    if (readers === 'everything') return all;
    return all - (await countRows(connection, sql`${isKind} and ${mayNotBeReadBy(readers)} and ${filter}`));
  }

  /** Where to read those of a kind that are not for everybody: in place while they are few, as nearly everywhere. */
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

  /** What stands at the places the filters name, counted when it is first asked for. */
  function countOnce(kind: MaterialKind, filters: readonly Filter[]): () => Promise<number> {
    let counted: Promise<number> | null = null;
    return () => (counted ??= countForEverybody(read, kind, placeFilters(filters)));
  }

  function countForEverybody(connection: Connection, kind: MaterialKind, filters: readonly Filter[]): Promise<number> {
    return sumOfCounts(connection, sql`kind = ${sql.lit(kind)} and ${compileFilters(filters, placeColumns)}`);
  }

  async function sumOfCounts(connection: Connection, condition: Condition): Promise<number> {
    const { total } = await connection
      .selectFrom('shelf_counts')
      .select(sql<number | null>`sum(materials)`.as('total'))
      .where(condition)
      .executeTakeFirstOrThrow();
    return Number(total ?? 0);
  }

  async function countRows(connection: Connection, condition: Condition): Promise<number> {
    const { total } = await connection
      .selectFrom('materials')
      .select(sql<number>`count(*)`.as('total'))
      .where(sql<SqlBool>`${goesOnHere} and ${condition}`)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  /** What of the shelf is not for everybody and may be read all the same, by kind and place. */
  async function countOthers(others: Condition, { facultyId, subject }: CountedPlaces) {
    return scan
      .selectFrom('materials')
      .select(['kind', 'faculty_id', 'semester_id', 'subject', sql<number>`count(*)`.as('materials')])
      .where(sql<SqlBool>`${goesOnHere} and ${others}`)
      .$if(facultyId !== undefined, (query) => query.where('faculty_id', '=', facultyId ?? ''))
      .$if(subject !== undefined, (query) => query.where('subject_folded', '=', foldCase(subject ?? '')))
      .groupBy(['kind', 'faculty_id', 'semester_id', 'subject'])
      .execute();
  }

  /** Notes which roles may read a material that is not for everybody. */
  async function keepReaders(connection: Connection, id: string, permissions: readonly string[]): Promise<void> {
    await connection.deleteFrom('material_readers').where('material_id', '=', id).execute();
    const roles = isPublic(permissions) ? [] : [...new Set(readersOf(permissions))];
    if (roles.length === 0) return;
    await connection
      .insertInto('material_readers')
      .values(roles.map((role) => ({ material_id: id, role })))
      .execute();
  }

  /** Writes to rows in that state, not changed after `unchangedSince`, and answers the row as it then is. */
  async function change(
    id: string,
    state: 'published' | 'trash',
    set: Record<string, unknown>,
    { connection = write, unchangedSince }: { connection?: Connection; unchangedSince?: number | undefined } = {},
  ): Promise<Material | null> {
    const row = await connection
      .updateTable('materials')
      .set({ ...set, updated_at: movedOn(now()) })
      .where('id', '=', id)
      .where('deleted_at', state === 'published' ? 'is' : 'is not', null)
      .$if(unchangedSince !== undefined, (query) => query.where('updated_at', '<=', unchangedSince ?? 0))
      .returning('id')
      .executeTakeFirst();
    return row ? findIn(connection, id) : null;
  }

  return {
    list,
    find: (id) => findIn(read, id),

    async wasPurged(id) {
      const row = await read.selectFrom('purged_materials').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    insert: (material) =>
      atomically(write, async (transaction) => {
        const moment = now();
        const { permissions = publicPermissions } = material;
        const row = await transaction
          .insertInto('materials')
          .values({
            id: material.id,
            kind: material.kind,
            ...titleForms(material.title),
            ...subjectForms(material.subject),
            faculty_id: material.facultyId,
            semester_id: material.semesterId,
            year: material.year,
            file_id: material.fileId,
            cover_file_id: material.coverFileId,
            is_sample: Number(material.isSample),
            created_at: material.createdAt ?? moment,
            updated_at: material.createdAt ?? moment,
            deleted_at: null,
            ...permissionForms(permissions),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row && !isPublic(permissions)) await keepReaders(transaction, material.id, permissions);
        const made = row && (await findIn(transaction, material.id));
        if (!made)
          throw new Problem(
            'document_already_exists',
            'Document with the requested ID already exists. Try again with a different ID.',
          );
        return made;
      }),

    update: (id, { title, subject, facultyId, semesterId, year, fileId, coverFileId, permissions }, unchangedSince) =>
      atomically(write, async (transaction) => {
        const changed = await change(
          id,
          'published',
          {
            ...(title !== undefined && titleForms(title)),
            ...(subject !== undefined && subjectForms(subject)),
            ...(permissions !== undefined && permissionForms(permissions)),
            faculty_id: facultyId,
            semester_id: semesterId,
            year,
            file_id: fileId,
            cover_file_id: coverFileId,
          },
          { connection: transaction, unchangedSince },
        );
        if (changed && permissions !== undefined) await keepReaders(transaction, id, permissions);
        return changed;
      }),

    withdraw: (id, unchangedSince) =>
      change(id, 'published', { deleted_at: now(), withdrawn_lived: livedNow }, { unchangedSince }),
    restore: (id) => change(id, 'trash', { deleted_at: null, withdrawn_lived: null }),

    async remove(id) {
      await write.deleteFrom('materials').where('id', '=', id).execute();
    },

    async listTrash({ kind, limit, offset }) {
      const condition = sql<SqlBool>`deleted_at is not null and ${kind ? sql<SqlBool>`kind = ${sql.lit(kind)}` : sql<SqlBool>`1 = 1`}`;
      const rows = await select(scan)
        .where(sql<SqlBool>`${goesOnHere} and ${condition}`)
        .orderBy('deleted_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { total: await countRows(scan, condition), materials: rows.map(toMaterial) };
    },

    async listWithdrawnBefore(lived, limit) {
      const rows = await select(read)
        .where('deleted_at', 'is not', null)
        .where('withdrawn_lived', '<', lived)
        .orderBy('withdrawn_lived')
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(toMaterial);
    },

    async count(counted = {}, readers = everybody) {
      const { facultyId, subject } = counted;
      const others = mayAlsoBeReadBy(readers);
      const forEverybody = await read
        .selectFrom('shelf_counts')
        .select(['kind', 'faculty_id', 'semester_id', 'subject', 'materials'])
        .$if(facultyId !== undefined, (query) =>
          query.where('faculty_id', '=', facultyId ?? '').where('kind', 'in', materialKinds),
        )
        .$if(subject !== undefined, (query) => query.where('subject_folded', '=', foldCase(subject ?? '')))
        .orderBy('kind')
        .orderBy('faculty_id')
        .orderBy('semester_id')
        .orderBy('subject')
        .execute();
      const totals = noTotals();
      const places = new Map<string, ShelfCounts['places'][number]>();
      for (const row of [...forEverybody, ...(others ? await countOthers(others, counted) : [])]) {
        const { kind, faculty_id: facultyId, semester_id: semesterId, subject } = row;
        const key = JSON.stringify([kind, facultyId, semesterId, subject]);
        const count = (places.get(key)?.count ?? 0) + Number(row.materials);
        totals[kind] += Number(row.materials);
        places.set(key, { facultyId, semesterId, subject, kind, count });
      }
      return { totals, places: [...places.values()] };
    },

    async countByFaculty(readers = everybody) {
      const others = mayAlsoBeReadBy(readers);
      const forEverybody = await read
        .selectFrom('shelf_counts')
        .select(['kind', 'faculty_id', sql<number>`sum(materials)`.as('materials')])
        .groupBy(['kind', 'faculty_id'])
        .execute();
      const totals = noTotals();
      const faculties = new Map<string, ShelfTotals['faculties'][number]>();
      for (const row of [...forEverybody, ...(others ? await countOthers(others, {}) : [])]) {
        const { kind, faculty_id: facultyId } = row;
        const faculty = faculties.get(facultyId) ?? { facultyId, totals: noTotals() };
        faculties.set(facultyId, faculty);
        faculty.totals[kind] += Number(row.materials);
        totals[kind] += Number(row.materials);
      }
      const byId = [...faculties.values()].sort((one, other) => (one.facultyId < other.facultyId ? -1 : 1));
      return { totals, faculties: byId };
    },

    async listAt(places, { limit, offset }) {
      if (places.length === 0) return { total: 0, materials: [] };
      // A list of rows, not a chain of conditions: engines bound how deep those may be.
      const list = sql.join(places.map((place) => sql`(${place.facultyId}, ${place.semesterId}, ${place.subject})`));
      const atPlaces = sql<SqlBool>`(faculty_id, semester_id, subject) in (values ${list})`;
      const rows = await select(scan)
        .where(sql<SqlBool>`${goesOnHere} and deleted_at is null and ${atPlaces}`)
        .orderBy('created_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const others = await countRows(scan, sql`${notForEverybody} and ${atPlaces}`);
      return { total: (await sumOfCounts(scan, atPlaces)) + others, materials: rows.map(toMaterial) };
    },

    async listSamples() {
      // Written out, since a partial index serves only a condition known when the statement is prepared.
      const rows = await select(read)
        .where(sql<SqlBool>`is_sample = 1`)
        .orderBy('sequence')
        .execute();
      return rows.map(toMaterial);
    },

    async usesOfFile(fileId) {
      if (await findUse(fileId, sql`deleted_at is null`)) return 'published';
      return (await findUse(fileId, sql`deleted_at is not null`)) ? 'trash' : 'none';
    },

    isFileShown: (fileId) => findUse(fileId, everybodys),
  };

  /** Whether a material of that condition has the file as document or cover. Each is asked by its own index. */
  async function findUse(fileId: string, condition: Condition): Promise<boolean> {
    for (const column of ['file_id', 'cover_file_id'] as const) {
      const row = await read
        .selectFrom('materials')
        .select('id')
        .where(column, '=', fileId)
        .where(condition)
        .limit(1)
        .executeTakeFirst();
      if (row) return true;
    }
    return false;
  }
}

const everybody: Readers = ['any'];

/** Counted in place, in well under a millisecond. */
const fewOthers = 500;

const noTotals = (): Record<MaterialKind, number> => ({ paper: 0, note: 0, revision: 0, book: 0 });

/** Put so that no index by kind is taken where another leaves fewer: engines do not know how few. */
function isOfKind(kind: MaterialKind, filters: readonly Filter[]): Condition {
  return isSelective(filters) ? sql`kind || '' = ${sql.lit(kind)}` : sql`kind = ${sql.lit(kind)}`;
}

const hasReader = (roles: readonly string[]): Condition =>
  sql`exists (select 1 from material_readers where material_id = materials.id and role in (${sql.join(roles)}))`;

/** Whether a row of `materials` may be read; what is for everybody is known without looking any further. */
function mayBeReadBy(readers: Readers): Condition {
  if (readers === 'everything') return sql`1 = 1`;
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? sql`is_public = 1` : sql`(is_public = 1 or ${hasReader(others)})`;
}

/** Published rows an index of their own holds (migrations). */
const notForEverybody: Condition = sql`is_public = 0 and deleted_at is null`;
const everybodys: Condition = sql`is_public = 1 and deleted_at is null`;

/** Those of them that may be read, or null when none can be. */
function mayAlsoBeReadBy(readers: Readers): Condition | null {
  if (readers === 'everything') return notForEverybody;
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? null : sql`${notForEverybody} and ${hasReader(others)}`;
}

/** Those of them that may not be read. */
function mayNotBeReadBy(readers: readonly string[]): Condition {
  const others = readers.filter((role) => role !== 'any');
  return others.length === 0 ? notForEverybody : sql`${notForEverybody} and not ${hasReader(others)}`;
}

/** Facts of the file come as sub-queries, which are asked only for the rows that are answered, not for those an offset skips. */
function select(connection: Connection) {
  return connection
    .selectFrom('materials')
    .select([
      'sequence',
      'id',
      'kind',
      'title',
      'subject',
      'faculty_id',
      'semester_id',
      'year',
      'file_id',
      'cover_file_id',
      'is_sample',
      'created_at',
      'updated_at',
      'deleted_at',
      'permissions',
      (each) =>
        each.selectFrom('files').select('mime_type').whereRef('files.id', '=', 'materials.file_id').as('file_type'),
      (each) =>
        each.selectFrom('files').select('size_bytes').whereRef('files.id', '=', 'materials.file_id').as('file_size'),
      (each) =>
        each.selectFrom('files').select('page_count').whereRef('files.id', '=', 'materials.file_id').as('page_count'),
    ]);
}

async function findIn(connection: Connection, id: string): Promise<Material | null> {
  const row = await select(connection).where('id', '=', id).executeTakeFirst();
  return row ? toMaterial(row) : null;
}

/** The cursor's row need not match the filters, but it must be published, readable and of the kind that is listed. */
async function findPosition(
  read: Connection,
  published: Condition,
  id: string,
  orders: readonly CompiledOrder[],
): Promise<unknown[] | null> {
  const row = await read
    .selectFrom('materials')
    .select(orders.map(({ column }, index) => column.value.as(`value_${index}`)))
    .where(sql<SqlBool>`id = ${id} and ${published}`)
    .executeTakeFirst();
  return row ? orders.map((_, index) => Reflect.get(row, `value_${index}`)) : null;
}

// Text goes with the forms of it that are compared and searched.
const titleForms = (title: string) => ({ title, title_folded: foldCase(title), title_words: indexedWords(title) });
const permissionForms = (permissions: readonly string[]) => ({
  permissions: writePermissions(permissions),
  is_public: Number(isPublic(permissions)),
});
const subjectForms = (subject: string) => ({ subject, subject_folded: foldCase(subject) });

function toMaterial(row: Omit<Found, 'title_folded' | 'title_words' | 'subject_folded'>): Material {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    subject: row.subject,
    facultyId: row.faculty_id,
    semesterId: row.semester_id,
    year: row.year,
    fileId: row.file_id,
    fileType: row.file_type ?? '',
    fileSize: row.file_size ?? 0,
    pageCount: row.page_count,
    coverFileId: row.cover_file_id,
    isSample: row.is_sample === 1,
    sequence: row.sequence,
    createdAt: formatMoment(row.created_at),
    updatedAt: formatMoment(row.updated_at),
    permissions: readPermissions(row.permissions),
    deletedAt: row.deleted_at === null ? null : formatMoment(row.deleted_at),
  };
}
