import { structureProblem } from '#contract/attribute-faults.ts';
import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';

/** Throws Problem `document_invalid_structure`, with the possible values, unless the catalogue has the place. */
export function checkPlace(
  catalogue: Catalogue,
  place: { facultyId: string; semesterId: string; subject: string },
): void {
  const refuse = (name: string, value: string, where: string, offered: readonly string[]) =>
    structureProblem(
      `Attribute "${name}" has invalid format. ${JSON.stringify(value)} is not in ${where}. Choose one of: ${offered.join(', ')}`,
    );
  const faculty = findFaculty(catalogue, place.facultyId);
  if (!faculty) {
    const offered = catalogue.faculties.map(({ id }) => id);
    throw refuse('facultyId', place.facultyId, 'the catalogue', offered);
  }
  const term = findTerm(faculty, place.semesterId);
  if (!term) {
    const offered = faculty.terms.map(({ id }) => id);
    throw refuse('semesterId', place.semesterId, faculty.name, offered);
  }
  const offered = term.subjects.map(({ name }) => name);
  if (!offered.includes(place.subject))
    throw refuse('subject', place.subject, `${term.name} of ${faculty.name}`, offered);
}
