/** How long a page may be hidden before its connection is closed. */
const hiddenMs = 60_000;

/** The parts of a window that show whether someone may be looking. */
export type PresenceWindow = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Reports whether someone may be looking at the page: at once and after every change. Not when it was hidden for a
 * minute, is offline, or was put into the back/forward cache (which an open connection would prevent). Firefox 153 decides
 * that before `beforeunload`, so there a page with a connection is never put into it.
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
