import type { QueryClient } from '@tanstack/react-query';
import type { MaterialList } from '#contract/shelf.ts';
import { holdPositionFor } from '#app/features/materials/hold-position.ts';
import { isOwnChangeRunning } from '#app/features/materials/own-change.ts';
import { holdScrollPosition } from './hold-scroll-position.ts';

/** Changes within this time, such as twenty papers uploaded in a row, cause one refresh. */
const gatherMs = 300;

/** Loads lists again without showing a loading state; the rows in view stay in their position. */
export function createListRefresh(queryClient: QueryClient) {
  const stale = new Set<string>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  /** The id of the latest refresh of each query that is being refreshed, by query hash. */
  const refreshing = new Map<string, symbol>();

  // Called as soon as the data is in the cache, before React shows it.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !refreshing.has(event.query.queryHash)) return;
    holdPositionFor(event.query.state.data as MaterialList, holdScrollPosition);
  });

  async function refresh(queryKey: string[]): Promise<void> {
    // After the user's own deletion or move the list may close the gap.
    const hashes = isOwnChangeRunning(queryClient)
      ? []
      : queryClient
          .getQueryCache()
          .findAll({ queryKey })
          .map(({ queryHash }) => queryHash);
    const refreshId = Symbol('refresh');
    for (const hash of hashes) refreshing.set(hash, refreshId);
    await queryClient.invalidateQueries({ queryKey });
    // A newer refresh cancels this one and still needs its entry.
    for (const hash of hashes) if (refreshing.get(hash) === refreshId) refreshing.delete(hash);
  }

  return {
    /** Schedules a refresh of the queries whose keys begin with one of these keys, and of every count. */
    refreshSoon(queryKeys: readonly (readonly string[])[]): void {
      for (const key of queryKeys) stale.add(JSON.stringify(key));
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const keys = [...stale.add('["counts"]')].map((key) => JSON.parse(key) as string[]);
        stale.clear();
        for (const key of keys) void refresh(key);
      }, gatherMs);
    },
  };
}
