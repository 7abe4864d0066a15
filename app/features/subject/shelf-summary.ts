import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';

export type KindCounts = Partial<Record<MaterialKind, number>>;

/** The counts of a faculty by term, then by the subject's name; subjects without materials are absent. */
export type FacultyCounts = Record<string, Record<string, KindCounts>>;

/** How many materials each faculty has in total, by its id. */
export function sumByFaculty({ faculties }: ShelfTotals): Record<string, number> {
  return Object.fromEntries(faculties.map(({ facultyId, totals }) => [facultyId, sumOf(totals)]));
}

/** Groups the counts of a faculty by term and subject. */
export function countsByPlace(counts: ShelfCounts): FacultyCounts {
  const terms: FacultyCounts = {};
  for (const { semesterId, subject, kind, count } of counts.places) {
    const term = (terms[semesterId] ??= {});
    const subjectCounts = (term[subject] ??= {});
    subjectCounts[kind] = (subjectCounts[kind] ?? 0) + count;
  }
  return terms;
}

/** How many materials of each kind a subject has. */
export function countsOfSubject(counts: FacultyCounts, termId: string, subject: string): KindCounts {
  return counts[termId]?.[subject] ?? {};
}

/** How many materials of a kind all subjects of a term have. */
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
