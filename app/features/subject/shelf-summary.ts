import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';

export type KindCounts = Partial<Record<MaterialKind, number>>;

/** The counts of a faculty by term, then by the subject's name; subjects without materials are absent. */
export type FacultyCounts = Record<string, Record<string, KindCounts>>;

/** Returns the total number of materials of each faculty, by its id. */
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

/** Returns the number of a subject's materials of each kind. */
export function countsOfSubject(counts: FacultyCounts, termId: string, subject: string): KindCounts {
  return counts[termId]?.[subject] ?? {};
}

/** Returns the number of materials of a kind in all subjects of a term. */
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
