import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { formatMoment } from '#domain/moment.ts';
import type { MaterialRecords } from '#server/engines/database/database.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { createHidingRecords } from './hiding-table.ts';
import { forEverybody, mayBeReadBy } from './material-conditions.ts';
import { createMaterialLists } from './material-lists.ts';
import { findMaterial, findMaterials, selectMaterials, toMaterial } from './material-rows.ts';
import { createMaterialTotals, createYearCounts } from './material-totals.ts';
import { createMaterialWrites } from './material-writes.ts';

type Range = { from: number; to: number };

/** Lists materials that everybody may read for robots, in ranges of the order of creation. */
function createPublicAddresses({
  read,
  scan,
  notAborted,
}: Engine): Pick<MaterialRecords, 'lastSequence' | 'summarisePublic' | 'listPublic'> {
  const notAbortedHere = notAborted(sql.ref('sequence'));
  const inRange = ({ from, to }: Range) =>
    sql<SqlBool>`${notAbortedHere} and sequence >= ${from} and sequence < ${to} and ${forEverybody}`;

  return {
    async lastSequence() {
      const row = await read
        .selectFrom('materials')
        .select(sql<number | null>`max(sequence)`.as('last'))
        .executeTakeFirst();
      return Number(row?.last ?? 0);
    },

    async summarisePublic(range) {
      const row = await scan
        .selectFrom('materials')
        .select([sql<number>`count(*)`.as('count'), sql<number | null>`max(updated_at)`.as('updated_at')])
        .where(inRange(range))
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), updatedAt: row.updated_at === null ? null : formatMoment(row.updated_at) };
    },

    async listPublic(range) {
      const rows = await scan
        .selectFrom('materials')
        .select(['id', 'updated_at'])
        .where(inRange(range))
        .orderBy('sequence')
        .execute();
      return rows.map(({ id, updated_at: updatedAt }) => ({ id, updatedAt: formatMoment(updatedAt) }));
    },
  };
}

/** All SQL for materials. */
export function createMaterialRecords(engine: Engine): MaterialRecords {
  const { read } = engine;
  return {
    ...createMaterialLists(engine),
    ...createNewestMaterials(engine),
    ...createMaterialTotals(engine),
    ...createMaterialWrites(engine),
    ...createHidingRecords(engine),
    ...createYearCounts(engine),
    ...createPublicAddresses(engine),
    ...createMaterialVersions(engine),

    find: (id) => findMaterial(read, id),
    findSome: (ids) => findMaterials(read, engine.lists.texts(ids)),

    async wasPurged(id) {
      const row = await read.selectFrom('purged_materials').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    async usesOfFile(fileId, readers = 'everything') {
      if (await findUse(read, fileId, sql`deleted_at is null and ${mayBeReadBy(readers)}`)) return 'readable';
      if (readers !== 'everything' && (await findUse(read, fileId, sql`deleted_at is null`))) return 'restricted';
      return (await findUse(read, fileId, sql`deleted_at is not null`)) ? 'trash' : 'none';
    },

    isFileShown: (fileId) => findUse(read, fileId, forEverybody),
  };
}

/** True if a material that matches the condition has the file as document or cover, each found with its own index. */
async function findUse(read: Connection, fileId: string, condition: RawBuilder<SqlBool>): Promise<boolean> {
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

/** Reads only the columns that decide if data derived from materials is up to date. */
function createMaterialVersions({ read }: Engine): Pick<MaterialRecords, 'listVersions'> {
  return {
    async listVersions(after, limit) {
      const rows = await read
        .selectFrom('materials')
        .leftJoin('files', 'files.id', 'materials.file_id')
        .select(['materials.sequence', 'materials.id', 'materials.updated_at', 'files.sha256'])
        .where('materials.sequence', '>', after)
        .where('materials.deleted_at', 'is', null)
        .orderBy('materials.sequence')
        .limit(limit)
        .execute();
      return rows.map(({ sequence, id, updated_at: updatedAt, sha256 }) => ({
        sequence,
        id,
        updatedAt: formatMoment(updatedAt),
        sha256: sha256 ?? '',
      }));
    },
  };
}

/**
 * Lists the newest materials, a page at a time. Each selection has an index in this order (migrations 0001, 0017 and
 * 0019).
 */
function createNewestMaterials({ scan, notAborted }: Engine): Pick<MaterialRecords, 'listNewest'> {
  return {
    async listNewest({ kind, place, facultyId, before }, limit) {
      const conditions = [
        sql<SqlBool>`${notAborted(sql.ref('sequence'))} and ${forEverybody}`,
        ...(kind ? [sql<SqlBool>`kind = ${sql.lit(kind)}`] : []),
        ...(facultyId === null ? [] : [sql<SqlBool>`faculty_id = ${facultyId}`]),
        ...(place
          ? [
              sql<SqlBool>`faculty_id = ${place.facultyId} and semester_id = ${place.semesterId} and subject = ${place.subject}`,
            ]
          : []),
        ...(before ? [sql<SqlBool>`(created_at, sequence) < (${before.createdAt}, ${before.sequence})`] : []),
      ];
      const rows = await selectMaterials(scan)
        .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
        .orderBy('created_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toMaterial);
    },
  };
}
