import type { SearchFilter } from '#contract/search-filters.ts';
import type { SearchFacets } from '#contract/search.ts';
import type { Calendar } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/search/page.ts';
import { shelfNames } from '#messages/kinds.ts';

/** Returns the heading of a filter. */
export function headingOf(name: SearchFilter, calendar: Calendar): string {
  return name === 'year' && calendar === 'bs' ? words.yearAd : words.filterNames[name];
}

/** A value of a filter: `label` is its displayed name, `count` the number of materials. */
export type FilterOption = { value: string; label: string; count: number };

/** The data from which the names of filter values are formed. */
type FilterWords = { faculties: readonly FacultySummary[]; calendar: Calendar };

/**
 * Returns the options of a filter: years newest first, semesters in order, all others by the number of materials.
 * Includes chosen values even if they have no matches.
 */
export function filterOptions(
  name: SearchFilter,
  facets: SearchFacets,
  chosen: readonly string[],
  { faculties, calendar }: FilterWords,
): FilterOption[] {
  const counted = facets[name].map(({ value, count }) => ({ value: String(value), count }));
  const missing = chosen.filter((value) => !counted.some((each) => each.value === value));
  const places = placesOf(facets, faculties);
  const options = [...counted, ...missing.map((value) => ({ value, count: 0 }))].map((each) => ({
    ...each,
    label: labelOf(name, each.value, { faculties: places, calendar }),
  }));
  if (name === 'year' || name === 'yearBs')
    return options.sort((one, other) => Number(other.value) - Number(one.value));
  if (name === 'semesterId') return options.sort((one, other) => naturally.compare(one.value, other.value));
  return options;
}

const naturally = new Intl.Collator('en', { numeric: true });

/**
 * Returns the faculties of the results, because their terms give the names of semesters; all faculties if nothing was
 * found.
 */
function placesOf(facets: SearchFacets, faculties: readonly FacultySummary[]): readonly FacultySummary[] {
  const found = faculties.filter(({ id }) => facets.facultyId.some(({ value }) => value === id));
  return found.length > 0 ? found : faculties;
}

/**
 * Returns the label of a value. If faculties name the same term differently, returns both names: `Semester 1 / Year 1`.
 */
export function labelOf(name: SearchFilter, value: string, { faculties, calendar }: FilterWords): string {
  if (name === 'kind') return shelfNames[value as MaterialKind];
  if (name === 'facultyId') return faculties.find(({ id }) => id === value)?.name ?? value;
  if (name === 'yearBs') return words.inBs(value);
  if (name === 'year' && calendar === 'bs') return words.inAd(value);
  if (name === 'year') return digits(value);
  if (name !== 'semesterId') return value;
  const names = faculties.flatMap(({ terms }) => terms.find(({ id }) => id === value)?.name ?? []);
  return [...new Set(names)].slice(0, 2).join(' / ') || value;
}
