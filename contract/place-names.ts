import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import type { SearchFindings, SearchSuggestions } from './search.ts';

/**
 * The names of places in responses, as a catalogue has them: the catalogue that is searched is in the default language,
 * and pages show one with the same ids in their own.
 */

type NamedPlace = { facultyId: string; facultyName: string; semesterId: string | null; termName: string | null };

/** Returns the place with the catalogue's names. */
export function withNamesOf<Place extends NamedPlace>(catalogue: Catalogue, place: Place): Place {
  const faculty = findFaculty(catalogue, place.facultyId);
  const term = faculty && place.semesterId !== null ? findTerm(faculty, place.semesterId) : null;
  return { ...place, facultyName: faculty?.name ?? place.facultyName, termName: term?.name ?? place.termName };
}

/** Returns the findings with the catalogue's names of the places that the search names. */
export function findingsWithNames<Findings extends Pick<SearchFindings, 'understood'>>(
  catalogue: Catalogue,
  findings: Findings,
): Findings {
  const { understood } = findings;
  if (!understood) return findings;
  const subjects = understood.subjects.map((place) => withNamesOf(catalogue, place));
  const terms = understood.terms.map((place) => withNamesOf(catalogue, place));
  return { ...findings, understood: { ...understood, subjects, terms } };
}

/** Returns the suggestions with the catalogue's names of their places. */
export function suggestionsWithNames(catalogue: Catalogue, suggestions: SearchSuggestions): SearchSuggestions {
  return { ...suggestions, subjects: suggestions.subjects.map((place) => withNamesOf(catalogue, place)) };
}
