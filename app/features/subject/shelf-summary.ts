import type { ShelfCounts } from '#contract/shelf.ts';
import type { MaterialKind } from '#domain/material.ts';

export type KindCounts = Partial<Record<MaterialKind, number>>;

/** Counts of one faculty by term and then by the subject's name; what holds nothing is absent. */
export type FacultyCounts = Record<string, Record<string, KindCounts>>;

/** Counts of the whole shelf: by kind, and of each faculty in all. */
export type ShelfTotals = { totals: Record<MaterialKind, number>; byFaculty: Record<string, number> };

/** Sums the shelf up for the home page, which would otherwise carry every place along. */
export function sumByFaculty(counts: ShelfCounts): ShelfTotals {
  const byFaculty: Record<string, number> = {};
  for (const place of counts.places) byFaculty[place.facultyId] = (byFaculty[place.facultyId] ?? 0) + place.count;
  return { totals: counts.totals, byFaculty };
}

/** Orders one faculty's counts by place. */
export function countsByPlace(counts: ShelfCounts): FacultyCounts {
  const terms: FacultyCounts = {};
  for (const { semesterId, subject, kind, count } of counts.places) {
    const term = (terms[semesterId] ??= {});
    const subjectCounts = (term[subject] ??= {});
    subjectCounts[kind] = (subjectCounts[kind] ?? 0) + count;
  }
  return terms;
}
