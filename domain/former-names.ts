import { findFaculty, findTerm, hasPlace, type Catalogue, type CataloguePlace } from './catalogue.ts';

/** A place under a former name of its subject, and the current name of the subject. */
export type Renaming = { place: CataloguePlace; name: string };

/** Returns all former names of the catalogue. */
export function listRenamings({ faculties }: Catalogue): Renaming[] {
  return faculties.flatMap((faculty) =>
    faculty.terms.flatMap((term) =>
      term.subjects.flatMap(({ name, formerly = [] }) =>
        formerly.map((former) => ({
          place: { facultyId: faculty.id, semesterId: term.id, subject: former.name },
          name,
        })),
      ),
    ),
  );
}

/** Returns the place with the current name of its subject. Places that are not in the catalogue stay unchanged. */
export function toCurrentPlace<Place extends CataloguePlace>(catalogue: Catalogue, place: Place): Place {
  if (hasPlace(catalogue, place)) return place;
  const faculty = findFaculty(catalogue, place.facultyId);
  const term = faculty && findTerm(faculty, place.semesterId);
  const found = term?.subjects.find(({ formerly }) => formerly?.some(({ name }) => name === place.subject));
  return found ? { ...place, subject: found.name } : place;
}

/** Faculties and terms in which subjects are searched; an empty list means all of them. */
export type SubjectScope = { facultyIds: readonly string[]; semesterIds: readonly string[] };

/**
 * Returns the names with which a filter finds the intended subjects: replaces a former name by the current one, unless
 * another subject within the scope has that name now.
 */
export function toCurrentNames(catalogue: Catalogue, names: readonly string[], scope: SubjectScope): string[] {
  if (names.length === 0) return [];
  const { facultyIds, semesterIds } = scope;
  const subjects = catalogue.faculties
    .filter(({ id }) => facultyIds.length === 0 || facultyIds.includes(id))
    .flatMap(({ terms }) => terms.filter(({ id }) => semesterIds.length === 0 || semesterIds.includes(id)))
    .flatMap((term) => term.subjects);
  const toCurrent = (name: string) => {
    if (subjects.some((subject) => subject.name === name)) return [name];
    const renamed = subjects.filter(({ formerly }) => formerly?.some((former) => former.name === name));
    return renamed.length === 0 ? [name] : renamed.map((subject) => subject.name);
  };
  return [...new Set(names.flatMap(toCurrent))];
}
