import type { FacultySummary } from '#domain/catalogue.ts';

/** The faculty's name, or the id when the catalogue does not know it. */
export function facultyName(faculties: readonly FacultySummary[], facultyId: string): string {
  return faculties.find((faculty) => faculty.id === facultyId)?.name ?? facultyId;
}

/** The term's name, or the id when the catalogue does not know it. */
export function termName(faculties: readonly FacultySummary[], facultyId: string, termId: string): string {
  const faculty = faculties.find((each) => each.id === facultyId);
  return faculty?.terms.find((term) => term.id === termId)?.name ?? termId;
}
