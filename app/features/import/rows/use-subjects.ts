import { useQueries } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** Loads these faculties with their subjects. The catalogue does not change while the server runs. */
export function useSubjects(shelf: Shelf, facultyIds: readonly string[]) {
  return useQueries({
    queries: facultyIds.map((id) => ({
      queryKey: ['faculty', id],
      queryFn: () => shelf.findFaculty(id),
      staleTime: Infinity,
    })),
    combine: (results) => ({
      faculties: results.flatMap(({ data }) => data ?? []),
      isLoading: results.some(({ isPending }) => isPending),
    }),
  });
}
