/** The study programmes: faculties, their terms, the subjects of each term. Does not change while the server runs. */
export type Catalogue = { faculties: Faculty[] };

export type Faculty = {
  id: string;
  name: string;
  fullName: string;
  university: string | null;
  type: 'semester' | 'year';
  /** Duration, in semesters for semester programmes and in years for others. */
  duration: number;
  description: string;
  terms: Term[];
};

export type Term = { id: string; name: string; subjects: Subject[] };

/**
 * A subject. `formerly` has its former names, oldest first, with the slugs of their addresses; `aliases` has further
 * names that people search for, such as abbreviations.
 */
export type Subject = {
  name: string;
  code: string | null;
  slug: string;
  formerly?: FormerName[];
  aliases?: readonly string[];
};

export type FormerName = { name: string; slug: string };

/** The place in the catalogue under which a material is filed. `subject` is a name. */
export type CataloguePlace = { facultyId: string; semesterId: string; subject: string };

/** A faculty in lists. */
export type FacultySummary = Omit<Faculty, 'terms'> & { terms: { id: string; name: string; subjectCount: number }[] };

/** Returns the faculty with that id, or null. Ids are compared exactly. */
export function findFaculty(catalogue: Catalogue, facultyId: string): Faculty | null {
  return catalogue.faculties.find((faculty) => faculty.id === facultyId) ?? null;
}

/** Returns the term with that id within the faculty, or null. */
export function findTerm(faculty: Faculty, termId: string): Term | null {
  return faculty.terms.find((term) => term.id === termId) ?? null;
}

/**
 * Returns the subject that an address names: by its slug, its exact name, or a former slug or name. Every address
 * except that with the slug redirects to the latter. A slug has precedence, so that no name can hide another subject's
 * canonical address, and a current name has precedence over a former one.
 */
export function findSubject(term: Term, slugOrName: string): Subject | null {
  const isNamed = (each: FormerName) => each.slug === slugOrName || each.name === slugOrName;
  return (
    term.subjects.find((subject) => subject.slug === slugOrName) ??
    term.subjects.find((subject) => isNamed(subject)) ??
    term.subjects.find((subject) => subject.formerly?.some(isNamed)) ??
    null
  );
}

/**
 * True if the catalogue has this faculty, term and subject (by its current name). Only then may a material be filed
 * there.
 */
export function hasPlace(catalogue: Catalogue, place: CataloguePlace): boolean {
  const faculty = findFaculty(catalogue, place.facultyId);
  const term = faculty && findTerm(faculty, place.semesterId);
  return term?.subjects.some((subject) => subject.name === place.subject) ?? false;
}

/** Returns the short form of a faculty for lists. */
export function summariseFaculty(faculty: Faculty): FacultySummary {
  return {
    ...faculty,
    terms: faculty.terms.map((term) => ({ id: term.id, name: term.name, subjectCount: term.subjects.length })),
  };
}
