import type { FacultySummary } from '#domain/catalogue.ts';

/** Returns the name of the faculty, or its id if it is not in the catalogue. */
export function facultyName(faculties: readonly FacultySummary[], facultyId: string): string {
  return faculties.find((faculty) => faculty.id === facultyId)?.name ?? facultyId;
}

/** Returns the name of the term, or its id if it is not in the catalogue. */
export function termName(faculties: readonly FacultySummary[], facultyId: string, termId: string): string {
  const faculty = faculties.find((each) => each.id === facultyId);
  return faculty?.terms.find((term) => term.id === termId)?.name ?? termId;
}
