import { isPublic, readersOf } from '#contract/permissions.ts';
import type { SearchFacets } from '#contract/search.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import type { IndexRequest } from './search-index.ts';

/** The attributes of a readable material for filters and counts. */
export type MaterialFacts = {
  id: string;
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
  year: number | null;
  yearBs: number | null;
  /** True if the material's file may not be read, so that its pages are not found. */
  isTextHidden: boolean;
};

/** The materials found. `isComplete` is true if all of them may be read, with their pages. */
export type FoundFacts = { found: Map<number, MaterialFacts>; isComplete: boolean };

/** True if these permissions allow any of the readers to read. */
export function mayRead(permissions: readonly string[], readers: Readers): boolean {
  if (readers === 'everything' || isPublic(permissions)) return true;
  return readersOf(permissions).some((role) => readers.includes(role));
}

const filterNames = ['kind', 'facultyId', 'semesterId', 'subject', 'year', 'yearBs'] as const;
type FilterName = (typeof filterNames)[number];
type Filters = Pick<IndexRequest, FilterName>;

/**
 * Returns the materials that pass all filters and, for each filter, the number of materials with each value if that
 * filter is left out.
 */
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

/** Sorts values by count, highest first, then by value. */
function toFacets(counts: readonly Map<string | number, number>[]): SearchFacets {
  const sorted = counts.map((each) =>
    [...each]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)),
  );
  return Object.fromEntries(filterNames.map((name, index) => [name, sorted[index] ?? []])) as SearchFacets;
}
