import type { RouterHistory } from '@tanstack/react-router';
import { canonicalPath } from '#contract/canonical-path.ts';

/**
 * Rewrites every address within the page in its canonical form, as the server does before it renders a page. Done in
 * the history instead of by redirects of routes, because the router ignores a slash at the end of an address.
 */
export function keepCanonical(history: RouterHistory): void {
  history.subscribe(({ location }) => {
    const canonical = canonicalPath(location.pathname);
    if (canonical === null || canonical === location.pathname) return;
    history.replace(canonical + location.search + location.hash, location.state);
  });
}
