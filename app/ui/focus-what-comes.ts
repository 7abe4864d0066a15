/** What content begins with: the focus goes to the first of these. */
const beginnings = 'h1, h2, h3, ul, ol, table, [data-try-again] button';
const regions = 'dialog, [role="dialog"], [role="tabpanel"], section, main';
/** What takes longer is no longer what the person is waiting for. */
const patienceMs = 60_000;

/**
 * The ref of an element that goes once it has done its work, a *Try again* that succeeds. If it goes while it has the
 * focus, the focus does not fall back to the page: it goes to the region around, and on to the list or heading that
 * appears there, or to the next *Try again*.
 */
export function focusWhatComes(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return;
  const region = place.closest<HTMLElement>(regions);
  const stop = new AbortController();
  const { signal } = stop;
  let hasFocus = false;
  place.addEventListener('focusin', () => (hasFocus = true), { signal });
  place.addEventListener('click', () => (hasFocus = true), { signal });
  // To nothing it goes when a button is disabled, to be busy.
  place.addEventListener('focusout', ({ relatedTarget }) => (hasFocus = relatedTarget === null), { signal });
  return () => {
    stop.abort();
    const isElsewhere = document.activeElement !== document.body && !place.contains(document.activeElement);
    if (!hasFocus || isElsewhere) return;
    const known = new Set(document.querySelectorAll(beginnings));
    queueMicrotask(() => {
      const around = region?.isConnected ? region : document.querySelector('main');
      if (around) follow(around, known);
    });
  };
}

function follow(region: HTMLElement, known: ReadonlySet<Element>): void {
  focus(region);
  const goOn = () => {
    const focused = document.activeElement;
    if (focused !== region && focused !== document.body) return true;
    const next = [...region.querySelectorAll<HTMLElement>(beginnings)].find((each) => !known.has(each));
    if (next) focus(next);
    return next !== undefined;
  };
  if (goOn()) return;
  const observer = new MutationObserver(() => goOn() && observer.disconnect());
  observer.observe(region, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patienceMs);
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
