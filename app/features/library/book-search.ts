import type { FacultySummary } from '#domain/catalogue.ts';
import { readListSearch, type ListSearch } from '#app/features/materials/list-search.ts';

/** The library's search parameters; defaults are left out of the address. */
export type BookSearch = ListSearch & {
  tab?: 'favorites' | undefined;
  faculty?: string | undefined;
  semester?: string | undefined;
  q?: string | undefined;
};

/** Reads the library's search parameters from what the address says. */
export function readBookSearch(search: Record<string, unknown>): BookSearch {
  return {
    ...readListSearch(search),
    tab: search['tab'] === 'favorites' ? 'favorites' : undefined,
    faculty: readText(search['faculty'], allFaculties),
    semester: readText(search['semester'], firstSemester),
    q: readText(search['q'], ''),
  };
}

/** The value of the faculty filter's first choice; select items must not have an empty value. */
export const allFaculties = 'all';

/** The value of the semester filter's choice of every term; so written in the address as well. */
export const allSemesters = 'all';

const firstSemester = '1';

/** Longer than any title; what is longer still cannot be found. */
const maxTextLength = 255;

function readText(value: unknown, standard: string): string | undefined {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxTextLength) : '';
  return text === '' || text === standard ? undefined : text;
}

/** What the filters amount to. */
export type BookFilter = {
  /** Null for All Faculties: then books are not filtered by semester either. */
  faculty: FacultySummary | null;
  /** Null for all semesters of the faculty. */
  semesterId: string | null;
  /** What the semester dropdown lists beside all of them. */
  terms: { id: string; name: string }[];
  text: string;
};

const eightSemesters = Array.from({ length: 8 }, (_, index) => ({ id: `${index + 1}`, name: `Semester ${index + 1}` }));

/** Works the filters out: an unknown faculty counts as all; a semester the faculty does not have becomes its first. */
export function resolveBookFilter(search: BookSearch, faculties: readonly FacultySummary[]): BookFilter {
  const faculty = faculties.find((each) => each.id === search.faculty) ?? null;
  const terms = faculty?.terms ?? eightSemesters;
  const text = search.q ?? '';
  const wanted = search.semester ?? firstSemester;
  if (wanted === allSemesters) return { faculty, semesterId: null, terms, text };
  const term = terms.find((each) => each.id === wanted) ?? terms.find((each) => each.id === firstSemester) ?? terms[0];
  return { faculty, semesterId: term?.id ?? firstSemester, terms, text };
}
