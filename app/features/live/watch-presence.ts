/** How long a page may be hidden before its connection is closed. */
const hiddenMs = 60_000;

/** The parts of a window that show whether someone may be looking. */
export type PresenceWindow = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Reports whether someone may be looking at the page: at once and after every change. Not when it was hidden for a
 * minute, is offline, or was put into the back/forward cache (which an open connection would prevent).
 */
export function watchPresence(page: PresenceWindow, tell: (isPresent: boolean) => void): void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(hiding);
    if (page.document.visibilityState === 'visible') tell(true);
    else hiding = setTimeout(() => tell(false), hiddenMs);
  };
  const leave = () => {
    clearTimeout(hiding);
    tell(false);
  };
  page.document.addEventListener('visibilitychange', look);
  page.addEventListener('pageshow', look);
  page.addEventListener('online', look);
  page.addEventListener('pagehide', leave);
  page.addEventListener('offline', leave);
  look();
}
