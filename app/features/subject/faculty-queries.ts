import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';
import { countsByPlace } from './shelf-summary.ts';

/** Returns the query for all faculties without their subjects. The catalogue does not change while the server runs. */
export function facultiesQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['faculties'], queryFn: () => shelf.listFaculties(), staleTime: Infinity });
}

/**
 * Returns the query for one faculty with its terms and subjects; its data is null if the faculty is not in the
 * catalogue.
 */
export function facultyQuery(shelf: Shelf, facultyId: string) {
  return queryOptions({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    staleTime: Infinity,
  });
}

/** Returns the query for the number of materials in total and in each faculty. */
export function shelfTotalsQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['counts'], queryFn: () => shelf.countByFaculty() });
}

/** Returns the query for the number of materials of a faculty, by term and subject. */
export function facultyCountsQuery(shelf: Shelf, facultyId: string) {
  return queryOptions({
    queryKey: ['counts', facultyId],
    queryFn: async () => countsByPlace(await shelf.countMaterials(facultyId)),
  });
}

/** Returns the query for every faculty and term with materials for a subject of that name. */
export function subjectPlacesQuery(shelf: Shelf, name: string) {
  return queryOptions({ queryKey: ['counts', 'of-subject', name], queryFn: () => shelf.findSubjectPlaces(name) });
}
