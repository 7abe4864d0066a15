import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';

/** Returns the last part (from 1) of a list of `total` materials, `size` to a part. */
export function lastPart(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/**
 * Redirects an address with a part beyond the end of its list to the last part. For the server, which has the list
 * before it renders; in the browser, `ListStates` redirects after the list is loaded. Throws the redirect.
 */
export function redirectToLastPart(
  queryClient: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  part: number | undefined,
  size: number,
): void {
  const list = queryClient.getQueryData<{ total: number }>(queryKey);
  if (part === undefined || !list) return;
  const last = lastPart(list.total, size);
  if (part <= last) return;
  throw redirect({
    to: '.',
    params: true,
    search: (search: Record<string, unknown>) => ({ ...search, part: last === 1 ? undefined : last }),
    // Temporary, because the list may grow to that part later.
    statusCode: 307,
    headers: { 'cache-control': 'no-store' },
  });
}
