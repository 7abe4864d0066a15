import type { QueryClient } from '@tanstack/react-query';

/**
 * How many changes by the person on this page are running: lists may then move, because a row disappears where it was
 * clicked. Not mutations of the client, whose cache is left out of the browser's code (vite.config.ts).
 */
const running = new WeakMap<QueryClient, number>();

/** Runs a change by the person on this page, including the refresh of the lists. Throws what `work` throws. */
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
