import type { RouterHistory } from '@tanstack/react-router';
import { canonicalPath } from '#contract/canonical-path.ts';

/**
 * Writes every address that is gone to within the page in its canonical way, as the server does before it renders one.
 * Done in the history and not by a route's redirect: to the router a slash at the end makes no other address.
 */
export function keepCanonical(history: RouterHistory): void {
  history.subscribe(({ location }) => {
    const canonical = canonicalPath(location.pathname);
    if (canonical === null || canonical === location.pathname) return;
    history.replace(canonical + location.search + location.hash, location.state);
  });
}
