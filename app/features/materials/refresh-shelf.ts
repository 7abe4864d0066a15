import type { QueryClient } from '@tanstack/react-query';

/** What a change on the shelf does not touch: the site, the catalogue, who is signed in, code. */
const untouched = new Set<unknown>(['site', 'account', 'faculties', 'faculty', 'dialog-code']);

/** Has everything that tells of the shelf asked anew, after something on it changed. */
export function refreshShelf(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: (query) => !untouched.has(query.queryKey[0]) });
}
