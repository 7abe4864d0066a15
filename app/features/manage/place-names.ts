import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';

/** Returns the name of the faculty, or its id if it is not in the catalogue. */
export function facultyName(faculties: readonly FacultySummary[], facultyId: string): string {
  return faculties.find((faculty) => faculty.id === facultyId)?.name ?? facultyId;
}

/** Returns the name of the term, or its id if it is not in the catalogue. */
export function termName(faculties: readonly FacultySummary[], facultyId: string, termId: string): string {
  const faculty = faculties.find((each) => each.id === facultyId);
  return faculty?.terms.find((term) => term.id === termId)?.name ?? termId;
}

/** Filter of the listed materials: those of a subject, of one year or of all years but some. */
export type ShownPlace = Pick<Material, 'facultyId' | 'semesterId' | 'subject'> & {
  kind: MaterialKind;
  /** A year, or the years from the first to the last, which are excluded; null for all. */
  years: { only: number } | { except: readonly [number, number] } | null;
};
