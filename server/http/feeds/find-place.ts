import { Problem } from '#contract/problems.ts';
import {
  findFaculty,
  findSubject,
  findTerm,
  type Catalogue,
  type Faculty,
  type Subject,
  type Term,
} from '#domain/catalogue.ts';

export type Place = { faculty: Faculty; term: Term; subject: Subject };

type Path = Readonly<Record<string, string>>;

/** Returns the faculty that a path names. Like the other functions here, throws Problem `document_not_found`. */
export function getFaculty(catalogue: Catalogue, { facultyId = '' }: Path): Faculty {
  const faculty = findFaculty(catalogue, facultyId);
  if (!faculty) throw noSuchPlace('faculty');
  return faculty;
}

export function getTerm(catalogue: Catalogue, path: Path): Omit<Place, 'subject'> {
  const faculty = getFaculty(catalogue, path);
  const term = findTerm(faculty, path['semesterId'] ?? '');
  if (!term) throw noSuchPlace('term');
  return { faculty, term };
}

export function getSubject(catalogue: Catalogue, path: Path): Place {
  const place = getTerm(catalogue, path);
  const subject = findSubject(place.term, path['subject'] ?? '');
  if (!subject) throw noSuchPlace('subject');
  return { ...place, subject };
}

function noSuchPlace(what: 'faculty' | 'term' | 'subject'): Problem {
  return new Problem('document_not_found', `There is no such ${what}.`);
}
