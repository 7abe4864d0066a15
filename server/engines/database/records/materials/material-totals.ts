import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import { noneOfAnyKind } from '#domain/material-rules.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { CountedPlaces, MaterialRecords, YearCount } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { foldCase } from '#server/engines/database/sql/search-words.ts';
import { everybody, isHiddenRow, mayAlsoBeReadBy, notForEverybody } from './material-conditions.ts';

/** Not every subject is expected to have books. */
const countedKinds: readonly MaterialKind[] = ['paper', 'note', 'revision'];

/** Counts the materials of a faculty by subject and, for papers, by year, only from indexes except for hidden ones. */
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

type Condition = RawBuilder<SqlBool>;

/** Counts the materials of each kind, by subject and by faculty. */
export function createMaterialTotals({
  read,
  scan,
  notAborted,
}: Engine): Pick<MaterialRecords, 'count' | 'countByFaculty'> {
  /** Counts, by kind and subject, materials that not everybody may read but the readers of `others` may. */
  async function countOthers(others: Condition, { facultyId, subject }: CountedPlaces) {
    return scan
      .selectFrom('materials')
      .select(['kind', 'faculty_id', 'semester_id', 'subject', sql<number>`count(*)`.as('materials')])
      .where(sql<SqlBool>`${notAborted(sql.ref('sequence'))} and ${others}`)
      .$if(facultyId !== undefined, (query) => query.where('faculty_id', '=', facultyId ?? ''))
      .$if(subject !== undefined, (query) => query.where('subject_folded', '=', foldCase(subject ?? '')))
      .groupBy(['kind', 'faculty_id', 'semester_id', 'subject'])
      .execute();
  }

  return {
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
      const totals = noneOfAnyKind();
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
      const totals = noneOfAnyKind();
      const faculties = new Map<string, ShelfTotals['faculties'][number]>();
      for (const row of [...forEverybody, ...(others ? await countOthers(others, {}) : [])]) {
        const { kind, faculty_id: facultyId } = row;
        const faculty = faculties.get(facultyId) ?? { facultyId, totals: noneOfAnyKind() };
        faculties.set(facultyId, faculty);
        faculty.totals[kind] += Number(row.materials);
        totals[kind] += Number(row.materials);
      }
      const byId = [...faculties.values()].sort((one, other) => (one.facultyId < other.facultyId ? -1 : 1));
      return { totals, faculties: byId };
    },
  };
}
