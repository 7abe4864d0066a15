import type { AnyRouter } from '@tanstack/react-router';
import type { DehydratedState } from '@tanstack/react-query';

type DehydratedQuery = DehydratedState['queries'][number];

/** What a page sends of the queries that were answered for it. */
type SentData = { query: { initial?: DehydratedQuery[] } };

/**
 * Leaves out of a page when it was rendered: as long as it shows the same it has the same bytes, from every server and after every
 * start, and a browser that has it is told so with 304. To be called for the router of each request, after everything else is set up.
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
 * Sets in the browser when the data of the page was true: now, as the server was asked for the page or confirmed it. A page that the
 * worker had stored has the time of that, and one that the browser shows again on the way back is not known to be true: what is on
 * screen is fetched again.
 */
export function setOpeningTimes(sent: unknown): void {
  const { savedAt } = document.documentElement.dataset;
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const time = Number(savedAt ?? (opening?.type === 'back_forward' ? 0 : Date.now()));
  for (const { state } of (sent as SentData).query.initial ?? []) state.dataUpdatedAt = time;
}
