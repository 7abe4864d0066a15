import type { DatabaseSync } from 'node:sqlite';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import { mayRead, type FoundFacts, type MaterialFacts } from '#server/engines/search-index/material-facts.ts';

/** Maximum number of materials cached for one set of readers. About 200 bytes each. */
const maxKnown = 200_000;

/**
 * Looks up materials in their database, so that hidden, trashed or unreadable ones are never found. Rows are reused
 * until `revision` changes.
 */
export function createMaterialFacts(database: DatabaseSync) {
  let known = new Map<number, MaterialFacts | null>();
  let knownFor = '';

  function condition(readers: Readers): { sql: string; roles: string[] } {
    if (readers === 'everything') return { sql: '', roles: [] };
    const roles = readers.filter((role) => role !== 'any');
    if (roles.length === 0) return { sql: 'and m.is_public = 1', roles };
    const list = roles.map(() => '?').join(', ');
    return {
      sql: `and (m.is_public = 1 or exists (select 1 from material_readers r where r.material_id = m.id and r.role in (${list})))`,
      roles,
    };
  }

  /** Returns those of the materials that these readers may read. */
  return function lookUp(sequences: readonly number[], readers: Readers, revision: string): FoundFacts {
    const key = JSON.stringify([revision, readers]);
    if (key !== knownFor || known.size > maxKnown) known = new Map();
    knownFor = key;
    const missing = sequences.filter((sequence) => !known.has(sequence));
    if (missing.length > 0) {
      const { sql, roles } = condition(readers);
      const rows = database
        .prepare(
          `select m.sequence, m.id, m.kind, m.faculty_id, m.semester_id, m.subject, m.year, m.year_bs,
              f.permissions
            from json_each(?) s cross join materials m on m.sequence = s.value join files f on f.id = m.file_id
            where m.deleted_at is null ${sql}`,
        )
        .all(JSON.stringify(missing), ...roles);
      for (const sequence of missing) known.set(sequence, null);
      for (const row of rows)
        known.set(Number(row['sequence']), {
          id: String(row['id']),
          kind: row['kind'] as MaterialKind,
          facultyId: String(row['faculty_id']),
          semesterId: String(row['semester_id']),
          subject: String(row['subject']),
          year: row['year'] === null ? null : Number(row['year']),
          yearBs: row['year_bs'] === null ? null : Number(row['year_bs']),
          isTextHidden: !mayRead(readPermissions(String(row['permissions'])), readers),
        });
    }
    const found = new Map<number, MaterialFacts>();
    let isComplete = true;
    for (const sequence of sequences) {
      const facts = known.get(sequence);
      if (facts) found.set(sequence, facts);
      if (!facts || facts.isTextHidden) isComplete = false;
    }
    return { found, isComplete };
  };
}
