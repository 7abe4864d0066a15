import type { AnyRouter } from '@tanstack/react-router';
import type { DehydratedState } from '@tanstack/react-query';

type DehydratedQuery = DehydratedState['queries'][number];

/** The queries with data that the server sends with a page. */
type SentData = { query: { initial?: DehydratedQuery[] } };

/**
 * Removes the time of rendering from a page. While its content stays the same, the page then has the same bytes from
 * every server and after every start, so a browser that has it gets 304. Call for the router of each request, after
 * everything else is set up.
 */
export function omitRenderTimes(router: AnyRouter): void {
  const { dehydrate } = router.options;
  router.options.dehydrate = async () => {
    const sent = (await dehydrate?.()) as SentData | undefined;
    for (const query of sent?.query.initial ?? []) {
      query.dehydratedAt = 0;
      query.state.dataUpdatedAt = 0;
    }
    return sent;
  };
  const attached = router.serverSsrLifecycle?.onServerSsrAttach ?? [];
  router.serverSsrLifecycle = {
    ...router.serverSsrLifecycle,
    onServerSsrAttach: [
      ...attached,
      (page) => {
        const send = page.dehydrate;
        page.dehydrate = (options) => {
          for (const match of router.stores.matches.get()) match.updatedAt = 0;
          return send(options);
        };
      },
    ],
  };
}

/**
 * Sets the age of the page's data in the browser. The data is current if the server has just sent or confirmed the
 * page. The server has not confirmed a page that the service worker had stored, nor one that the browser shows again
 * after Back. Their data counts as old, so the data on screen is fetched again.
 */
export function setOpeningTimes(sent: unknown): void {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if ('savedAt' in document.documentElement.dataset || opening?.type === 'back_forward') return;
  for (const { state } of (sent as SentData).query.initial ?? []) state.dataUpdatedAt = Date.now();
}
