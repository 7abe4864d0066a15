import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';
import { countsByPlace } from './shelf-summary.ts';

/** All faculties without their subjects. The catalogue does not change while the server runs. */
export function facultiesQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['faculties'], queryFn: () => shelf.listFaculties(), staleTime: Infinity });
}

/** One faculty with its terms and subjects, or null if it is not in the catalogue. */
export function facultyQuery(shelf: Shelf, facultyId: string) {
  return queryOptions({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    staleTime: Infinity,
  });
}

/** How many materials the library has, in total and in each faculty. */
export function shelfTotalsQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['counts'], queryFn: () => shelf.countByFaculty() });
}

/** How many materials a faculty has, by term and subject. */
export function facultyCountsQuery(shelf: Shelf, facultyId: string) {
  return queryOptions({
    queryKey: ['counts', facultyId],
    queryFn: async () => countsByPlace(await shelf.countMaterials(facultyId)),
  });
}

/** Every faculty and term with materials for a subject of that name. */
export function subjectPlacesQuery(shelf: Shelf, name: string) {
  return queryOptions({ queryKey: ['counts', 'of-subject', name], queryFn: () => shelf.findSubjectPlaces(name) });
}
