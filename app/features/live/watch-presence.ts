/** Time for which a page may be hidden before its connection is closed. */
const hiddenMs = 60_000;

/** The parts of a window that show whether the page may be in use. */
export type PresenceWindow = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Reports whether the page may be in use: immediately and after every change. It is not in use when it was hidden for a
 * minute, is offline, or was put into the back/forward cache (which an open connection would prevent). Firefox 153
 * decides before `beforeunload` if it caches a page, so it never caches a page with a connection.
 */
export function watchPresence(page: PresenceWindow, report: (isPresent: boolean) => void): void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(hiding);
    if (page.document.visibilityState === 'visible') report(true);
    else hiding = setTimeout(() => report(false), hiddenMs);
  };
  const leave = () => {
    clearTimeout(hiding);
    report(false);
  };
  page.document.addEventListener('visibilitychange', update);
  page.addEventListener('pageshow', update);
  page.addEventListener('online', update);
  page.addEventListener('pagehide', leave);
  page.addEventListener('offline', leave);
  update();
}
