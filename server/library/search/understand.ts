import type { CatalogueSubject, NamedTerm, SearchInstead, SearchRequest, WordFilters } from '#contract/search.ts';
import { yearsAdOf, type Calendar } from '#domain/calendar.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { ReadFilterWords } from './filter-words.ts';
import type { SubjectFinder } from './subject-finder.ts';

/**
 * The subjects and terms that a search names. `applied` is searched in place of the text; `instead` only if that, or
 * the text, such as an abbreviation, has no results.
 */
export type Meaning = {
  subjects: readonly CatalogueSubject[];
  terms: readonly NamedTerm[];
  applied: SearchInstead | null;
  instead: SearchInstead | null;
};

export type Understand = (request: SearchRequest) => Meaning;

/** Maximum number of programmes and terms that are named. */
const maxTerms = 4;
/** Maximum number of names of subjects that are searched together. */
const maxNames = 10;

/** Maximum length of a text that is compared with the catalogue, as that of a name; a longer one is a question. */
const maxLength = 255;

/** Signs and words that say how to search. Text with them is searched as it is. */
const operators = /["“”„]|(?:^|\s)-\S|\bOR\b|\|/u;

/**
 * Creates a function that compares the text of a search with the catalogue. A subject with words for a programme, term,
 * year or kind (`bca os 2079`) becomes filters; filters that the request already has stay. Without a subject, nothing is
 * applied, because the same words may be on a page.
 */
export function createUnderstand(parts: {
  catalogue: Catalogue;
  subjects: SubjectFinder;
  readFilterWords: ReadFilterWords;
  calendar: Calendar;
}): Understand {
  const { catalogue, subjects, readFilterWords, calendar } = parts;
  const nothing: Meaning = { subjects: [], terms: [], applied: null, instead: null };

  return (request) => {
    const { q } = request;
    if (request.asTyped || q.length > maxLength || operators.test(q)) return nothing;
    const { filters, rest, isFiltered } = readFilterWords(q);
    const terms = rest === '' ? namedTerms(catalogue, filters).slice(0, maxTerms) : [];
    // BCA is a programme, and only by chance the initials of a subject.
    if (terms.length > 0) return { ...nothing, terms };
    const whole = subjects.named(q);
    if (whole.length > 0) return { ...nothing, subjects: whole, instead: apply(request, emptyFilters, whole) };
    if (!isFiltered || rest === '') return nothing;
    const named = subjects.named(rest, filters);
    if (named.length === 0) return nothing;
    if (calendar === 'ad' || filters.yearBs.length === 0)
      return { ...nothing, subjects: named, applied: apply(request, inYearsAd(filters), named) };
    // Most materials of a library may have only a year AD.
    const instead = apply(request, inYearsAd(filters), named);
    return { ...nothing, subjects: named, applied: apply(request, filters, named), instead };
  };
}

const emptyFilters: WordFilters = { kind: [], facultyId: [], semesterId: [], year: [], yearBs: [] };

/** Returns the search for the materials of these subjects. Filters that the request has take precedence. */
function apply(request: SearchRequest, filters: WordFilters, named: readonly CatalogueSubject[]): SearchInstead {
  const choose = <Value>(asked: readonly Value[], read: readonly Value[]) => (asked.length > 0 ? asked : read);
  return {
    q: named[0]?.subject ?? '',
    kind: choose(request.kind, filters.kind),
    facultyId: choose(request.facultyId, filters.facultyId),
    semesterId: choose(request.semesterId, filters.semesterId),
    subject: choose(request.subject, [...new Set(named.map(({ subject }) => subject))].slice(0, maxNames)),
    year: choose(request.year, filters.year),
    yearBs: choose(request.yearBs, filters.yearBs),
  };
}

/** Returns the filters with years AD in place of years of Bikram Sambat, for materials that have only the former. */
function inYearsAd(filters: WordFilters): WordFilters {
  return { ...filters, year: [...filters.year, ...filters.yearBs.flatMap(yearsAdOf)], yearBs: [] };
}

/** Returns the programmes that the filters name, or their terms. */
function namedTerms({ faculties }: Catalogue, { facultyId, semesterId }: WordFilters): NamedTerm[] {
  return faculties
    .filter(({ id }) => facultyId.includes(id))
    .flatMap(({ id, name, terms }): NamedTerm[] => {
      const faculty = { facultyId: id, facultyName: name };
      const own = terms.filter((term) => semesterId.includes(term.id));
      if (own.length === 0) return [{ ...faculty, semesterId: null, termName: null }];
      return own.map((term) => ({ ...faculty, semesterId: term.id, termName: term.name }));
    });
}
