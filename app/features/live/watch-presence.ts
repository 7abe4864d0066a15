/** How long a page may stay hidden before its connection is given up. */
const hiddenMs = 60_000;

/** The parts of a window that tell whether somebody is there. */
export type PresenceWindow = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Tells whether somebody may be looking: at once and after every turn. Hidden for a minute, offline, or put away by the
 * browser (an open connection would keep Back from being instant), nobody is.
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
