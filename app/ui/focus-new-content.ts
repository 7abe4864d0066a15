/** Selector of elements in new content; the first match gets the focus. */
const contentStarts = 'h1, h2, h3, ul, ol, table, [data-try-again] button';
const regions = 'dialog, [role="tabpanel"], section, main';
/** Maximum delay after which new content still gets the focus. */
const maxWaitMs = 60_000;

/**
 * Ref callback of an element that is removed when it has done its work, such as *Try again* after a success. If it has
 * the focus at that moment, the focus moves to the surrounding region, and then to the list or heading that appears in
 * it, or to the next *Try again*.
 */
export function focusNewContent(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return;
  const region = element.closest<HTMLElement>(regions);
  const stop = new AbortController();
  const { signal } = stop;
  let hasFocus = false;
  element.addEventListener('focusin', () => (hasFocus = true), { signal });
  element.addEventListener('click', () => (hasFocus = true), { signal });
  // The focus is also lost when the button is disabled while it is busy.
  element.addEventListener('focusout', ({ relatedTarget }) => (hasFocus = relatedTarget === null), { signal });
  return () => {
    stop.abort();
    const isElsewhere = document.activeElement !== document.body && !element.contains(document.activeElement);
    if (!hasFocus || isElsewhere) return;
    const known = new Set(document.querySelectorAll(contentStarts));
    queueMicrotask(() => {
      const around = region?.isConnected ? region : document.querySelector('main');
      if (around) follow(around, known);
    });
  };
}

function follow(region: HTMLElement, known: ReadonlySet<Element>): void {
  focus(region);
  const focusNew = () => {
    const focused = document.activeElement;
    if (focused !== region && focused !== document.body) return true;
    const next = [...region.querySelectorAll<HTMLElement>(contentStarts)].find((each) => !known.has(each));
    if (next) focus(next);
    return next !== undefined;
  };
  if (focusNew()) return;
  const observer = new MutationObserver(() => focusNew() && observer.disconnect());
  observer.observe(region, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), maxWaitMs);
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
