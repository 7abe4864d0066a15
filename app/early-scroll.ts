/**
 * Returns the function for the router's `scrollRestoration` in the browser: true if the router may scroll the rendered page. It
 * may not scroll the first page once that is away from its top: the inline script has restored its position, or the visitor
 * scrolled before the scripts loaded, and the router would jump back to the top.
 */
export function keepEarlyScroll(): () => boolean {
  let isFirst = true;
  return () => {
    const isKept = isFirst && scrollY > 0;
    isFirst = false;
    // The router only remembers positions for which it saw a scroll event.
    if (isKept) document.dispatchEvent(new Event('scroll'));
    return !isKept;
  };
}
