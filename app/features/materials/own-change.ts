import type { QueryClient } from '@tanstack/react-query';

/**
 * Number of running edits by the user of this page. During these, lists may move, because a row disappears where it was
 * clicked. Does not use mutations of the query client, because their cache is left out of the browser's code
 * (vite.config.ts).
 */
const running = new WeakMap<QueryClient, number>();

/** Runs a change by the user of this page, including the refresh of the lists. Throws the errors of `work`. */
export async function asOwnChange<Result>(queryClient: QueryClient, work: () => Promise<Result>): Promise<Result> {
  count(queryClient, 1);
  try {
    return await work();
  } finally {
    count(queryClient, -1);
  }
}

/** True while such a change is running. */
export function isOwnChangeRunning(queryClient: QueryClient): boolean {
  return (running.get(queryClient) ?? 0) > 0;
}

function count(queryClient: QueryClient, step: number): void {
  running.set(queryClient, (running.get(queryClient) ?? 0) + step);
}
