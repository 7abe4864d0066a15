import { useSuspenseQuery } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';
import { findSubject, findTerm, type Faculty, type Subject, type Term } from '#domain/catalogue.ts';
import { facultyQuery } from './faculty-queries.ts';

/** Returns the faculty of a page whose loader has checked it. */
export function useFacultyOf(shelf: Shelf, facultyId: string): Faculty {
  const { data } = useSuspenseQuery(facultyQuery(shelf, facultyId));
  return known(data);
}

/** Returns faculty and term of a page whose loader has checked them. */
export function useTermPlace(
  shelf: Shelf,
  params: { facultyId: string; semesterId: string },
): { faculty: Faculty; term: Term } {
  const faculty = useFacultyOf(shelf, params.facultyId);
  return { faculty, term: known(findTerm(faculty, params.semesterId)) };
}

/** Returns faculty, term and subject of a page whose loader has checked them. */
export function useSubjectPlace(
  shelf: Shelf,
  params: { facultyId: string; semesterId: string; subject: string },
): { faculty: Faculty; term: Term; subject: Subject } {
  const { faculty, term } = useTermPlace(shelf, params);
  return { faculty, term, subject: known(findSubject(term, params.subject)) };
}

function known<Thing>(thing: Thing | null): Thing {
  if (thing === null) throw new Error('a page was rendered for a subject its loader should have rejected');
  return thing;
}
