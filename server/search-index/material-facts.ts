import type { DatabaseSync } from 'node:sqlite';
import { isPublic, readersOf } from '#contract/permissions.ts';
import type { SearchFacets } from '#contract/search.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/database/database.ts';
import { readPermissions } from '#server/database/permission-text.ts';
import type { IndexRequest } from './search-index.ts';

/** What is filtered and counted of a material that the caller may read. */
export type MaterialFacts = {
  id: string;
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
  year: number | null;
  yearBs: number | null;
  /** Its file may not be read, so its pages are not found. */
  isTextHidden: boolean;
};

/** `isComplete` if all of them may be read, with their pages. */
export type FoundFacts = { found: Map<number, MaterialFacts>; isComplete: boolean };

/** Materials that are known, of one kind of readers. About 200 bytes each. */
const maxKnown = 200_000;

/**
 * Looks up materials in the database itself, so that what is hidden, in the trash or not for these readers is never
 * found. What was looked up is used until `revision` changes.
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

  /** Those of the materials that may be read. */
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

function mayRead(permissions: readonly string[], readers: Readers): boolean {
  if (readers === 'everything' || isPublic(permissions)) return true;
  return readersOf(permissions).some((role) => readers.includes(role));
}

const filterNames = ['kind', 'facultyId', 'semesterId', 'subject', 'year', 'yearBs'] as const;
type FilterName = (typeof filterNames)[number];
type Filters = Pick<IndexRequest, FilterName>;

/** Which materials pass all filters, and how many have each value if the filter of that name is left out. */
export function filterAndCount(materials: ReadonlyMap<number, MaterialFacts>, filters: Filters) {
  const wanted = filterNames.map((name) => new Set<string | number>(filters[name]));
  const counts = filterNames.map(() => new Map<string | number, number>());
  const passed = new Set<number>();
  for (const [sequence, facts] of materials) {
    let failures = 0;
    let failed = -1;
    for (const [index, name] of filterNames.entries()) {
      const value = facts[name];
      const set = wanted[index];
      if (!set || set.size === 0 || (value !== null && set.has(value))) continue;
      failures += 1;
      failed = index;
    }
    if (failures > 1) continue;
    if (failures === 0) passed.add(sequence);
    for (const [index, name] of filterNames.entries()) {
      if (failures === 1 && index !== failed) continue;
      const value = facts[name];
      const count = counts[index];
      if (value !== null && count) count.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return { passed, facets: toFacets(counts) };
}

/** Most first, then by value. */
function toFacets(counts: readonly Map<string | number, number>[]): SearchFacets {
  const sorted = counts.map((each) =>
    [...each]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)),
  );
  return Object.fromEntries(filterNames.map((name, index) => [name, sorted[index] ?? []])) as SearchFacets;
}
