import { sql, type SqlBool } from 'kysely';
import type { MaterialRecords } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { forEverybody } from './material-conditions.ts';
import { selectMaterials, toMaterial } from './material-rows.ts';

/**
 * Lists the newest materials, a page at a time. Each selection has an index in this order (migrations 0001, 0017 and
 * 0019).
 */
export function createNewestMaterials({ scan, notAborted }: Engine): Pick<MaterialRecords, 'listNewest'> {
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
