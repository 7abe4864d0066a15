import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';

export type KindCounts = Partial<Record<MaterialKind, number>>;

/** Counts of one faculty by term and then by the subject's name; what holds nothing is absent. */
export type FacultyCounts = Record<string, Record<string, KindCounts>>;

/** How many materials each faculty holds in all, by its id. */
export function sumByFaculty({ faculties }: ShelfTotals): Record<string, number> {
  return Object.fromEntries(faculties.map(({ facultyId, totals }) => [facultyId, sumOf(totals)]));
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

/** What one subject holds of each kind. */
export function countsOfSubject(counts: FacultyCounts, termId: string, subject: string): KindCounts {
  return counts[termId]?.[subject] ?? {};
}

/** How much all of a term's subjects hold of a kind. */
export function countOfTerm(
  counts: FacultyCounts,
  { id, subjects }: { id: string; subjects: readonly { name: string }[] },
  kind: MaterialKind,
): number {
  return subjects.reduce((sum, { name }) => sum + (countsOfSubject(counts, id, name)[kind] ?? 0), 0);
}

function sumOf(counts: KindCounts): number {
  return materialKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}
