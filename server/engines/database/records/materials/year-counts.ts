import { sql, type SqlBool } from 'kysely';
import type { MaterialKind } from '#domain/material.ts';
import type { MaterialRecords, YearCount } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { isHiddenRow, notForEverybody } from './material-conditions.ts';

/** The kinds that are counted, without books: not every subject is expected to have any. */
const countedKinds: readonly MaterialKind[] = ['paper', 'note', 'revision'];

/**
 * Counts the materials of a faculty by subject and, for papers, by year. Reads only indexes, except for hidden
 * materials.
 */
export function createYearCounts({ scan, notAborted }: Engine): Pick<MaterialRecords, 'countByYear'> {
  const notAbortedHere = notAborted(sql.ref('sequence'));

  function countKind(facultyId: string, kind: MaterialKind, isHidden: boolean) {
    const counted = isHidden ? sql<SqlBool>`${notForEverybody} and ${isHiddenRow}` : sql<SqlBool>`deleted_at is null`;
    return (
      scan
        .selectFrom('materials')
        .select(['semester_id', 'subject', sql<number>`count(*)`.as('materials')])
        .select(kind === 'paper' ? 'year' : sql<null>`null`.as('year'))
        // A literal, because a partial index is used only if the condition is known when the statement is prepared.
        .where(sql<SqlBool>`${notAbortedHere} and kind = ${sql.lit(kind)} and ${counted}`)
        .where('faculty_id', '=', facultyId)
        .groupBy(['semester_id', 'subject'])
        .$if(kind === 'paper', (query) => query.groupBy('year'))
        .execute()
    );
  }

  return {
    async countByYear(facultyId) {
      const found = await Promise.all(
        countedKinds.map(async (kind) => {
          const [all, hidden] = await Promise.all([
            countKind(facultyId, kind, false),
            countKind(facultyId, kind, true),
          ]);
          const keyOf = (row: (typeof all)[number]) => JSON.stringify([row.semester_id, row.subject, row.year]);
          const hiddenAt = new Map(hidden.map((row) => [keyOf(row), Number(row.materials)]));
          return all.map((row): YearCount => {
            const { semester_id: semesterId, subject, year, materials } = row;
            return { kind, semesterId, subject, year, count: Number(materials), hidden: hiddenAt.get(keyOf(row)) ?? 0 };
          });
        }),
      );
      return found.flat();
    },
  };
}
