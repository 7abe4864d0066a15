/**
 * For the router's `scrollRestoration` in the browser: whether it may scroll a page that was just rendered. Not the first
 * one once it is away from its top: the script in the page has put it where it was left, or the visitor has scrolled before
 * the scripts had come, and the router would go back to the top.
 */
export function keepEarlyScroll(): () => boolean {
  let isFirst = true;
  return () => {
    const isKept = isFirst && scrollY > 0;
    isFirst = false;
    // The router remembers only what it saw being scrolled.
    if (isKept) document.dispatchEvent(new Event('scroll'));
    return !isKept;
  };
}
