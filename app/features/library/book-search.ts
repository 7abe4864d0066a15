import type { FacultySummary } from '#domain/catalogue.ts';
import { readListSearch, type ListSearch } from '#app/features/materials/list-search.ts';
import { semester } from '#messages/library/filter.ts';

/** The library's search parameters; defaults are left out of the address. */
export type BookSearch = ListSearch & {
  tab?: 'favorites' | undefined;
  faculty?: string | undefined;
  semester?: string | undefined;
  q?: string | undefined;
};

/** Parses the library's search parameters from an address. */
export function readBookSearch(search: Record<string, unknown>): BookSearch {
  return {
    ...readListSearch(search),
    tab: search['tab'] === 'favorites' ? 'favorites' : undefined,
    faculty: readText(search['faculty'], allFaculties),
    semester: readText(search['semester'], firstSemester),
    q: readText(search['q'], ''),
  };
}

/** The value of the faculty filter's first option; options must not have an empty value. */
export const allFaculties = 'all';

/** Value of the semester filter's option All Semesters, in the form and in the address. */
export const allSemesters = 'all';

const firstSemester = '1';

/** Maximum length of the searched text, longer than any title; the rest is cut off. */
const maxTextLength = 255;

function readText(value: unknown, standard: string): string | undefined {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxTextLength) : '';
  return text === '' || text === standard ? undefined : text;
}

/** The filters, checked against the catalogue. */
export type BookFilter = {
  /** Null for All Faculties: then books are not filtered by semester either. */
  faculty: FacultySummary | null;
  /** Null for all semesters of the faculty. */
  semesterId: string | null;
  /** The options of the semester filter, except All Semesters. */
  terms: { id: string; name: string }[];
  text: string;
};

const eightSemesters = Array.from({ length: 8 }, (_, index) => ({ id: `${index + 1}`, name: semester(index + 1) }));

/**
 * Checks the filters: an unknown faculty becomes All Faculties; a semester that the faculty does not have becomes its
 * first one.
 */
export function resolveBookFilter(search: BookSearch, faculties: readonly FacultySummary[]): BookFilter {
  const faculty = faculties.find((each) => each.id === search.faculty) ?? null;
  const terms = faculty?.terms ?? eightSemesters;
  const text = search.q ?? '';
  const semester = search.semester ?? firstSemester;
  if (semester === allSemesters) return { faculty, semesterId: null, terms, text };
  const term =
    terms.find((each) => each.id === semester) ?? terms.find((each) => each.id === firstSemester) ?? terms[0];
  return { faculty, semesterId: term?.id ?? firstSemester, terms, text };
}
