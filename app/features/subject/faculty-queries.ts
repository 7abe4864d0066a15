import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';
import { countsByPlace } from './shelf-summary.ts';

/** All faculties in short. The catalogue is fixed while the server runs. */
export function facultiesQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['faculties'], queryFn: () => shelf.listFaculties(), staleTime: Infinity });
}

/** One faculty with its terms and subjects, or null when the catalogue knows none of that id. */
export function facultyQuery(shelf: Shelf, facultyId: string) {
  return queryOptions({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    staleTime: Infinity,
  });
}

/** How much the whole shelf holds, and each faculty. */
export function shelfTotalsQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['counts'], queryFn: () => shelf.countByFaculty() });
}

/** How much the shelf holds of one faculty, by place. */
export function facultyCountsQuery(shelf: Shelf, facultyId: string) {
  return queryOptions({
    queryKey: ['counts', facultyId],
    queryFn: async () => countsByPlace(await shelf.countMaterials(facultyId)),
  });
}

/** Every place where a subject of that name holds something. */
export function subjectPlacesQuery(shelf: Shelf, name: string) {
  return queryOptions({ queryKey: ['counts', 'of-subject', name], queryFn: () => shelf.findSubjectPlaces(name) });
}
