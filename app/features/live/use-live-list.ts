import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Site } from '#contract/shelf.ts';
import { siteKey } from '#app/features/layout/site-query.ts';
import { whenIdle } from '#app/features/layout/when-idle.ts';
import type { LiveList } from './live-lists.ts';
import type { createLiveShelf } from './live-shelf.ts';

let live: Promise<ReturnType<typeof createLiveShelf>> | undefined;

/** Loads the code when it is first needed. */
function openLiveShelf(queryClient: QueryClient, site: Site) {
  return (live ??= import('./live-shelf.ts').then(({ createLiveShelf }) => createLiveShelf(queryClient, site.ids)));
}

/**
 * Updates a list while it is on screen, starting when the browser is idle. The page also works without updates, so
 * errors are not reported.
 */
export function useLiveList(list: LiveList): void {
  const queryClient = useQueryClient();
  const serialised = JSON.stringify(list);
  useEffect(
    function watchWhenIdle() {
      // Every page has it: the root route loads it first.
      const site = queryClient.getQueryData<Site>(siteKey);
      if (!site) return;
      let stop: (() => void) | null = null;
      let isOver = false;
      const begin = async () => {
        if (isOver) return;
        try {
          const shelf = await openLiveShelf(queryClient, site);
          if (!isOver) stop = shelf.watch(JSON.parse(serialised) as LiveList);
        } catch {
          live = undefined;
        }
      };
      const callOff = whenIdle(() => void begin());
      return () => {
        isOver = true;
        callOff();
        stop?.();
      };
    },
    [queryClient, serialised],
  );
}
