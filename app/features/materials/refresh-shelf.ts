import type { QueryClient } from '@tanstack/react-query';

/** Keys of queries that a change of the library does not affect: the site, the catalogue, the account, code. */
const untouched = new Set<unknown>(['site', 'account', 'faculties', 'faculty', 'dialog-code']);

/** Loads all queries about the library's materials again after a change. */
export function refreshShelf(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: (query) => !untouched.has(query.queryKey[0]) });
}
