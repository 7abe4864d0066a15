import type { AnyRouteMatch } from '@tanstack/react-router';
import { writeParameters } from '#contract/address-parameters.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Returns the search parameters that make a different page of this route and therefore belong to its canonical
     * address. Leaves out default values. All other parameters (filters, dialogs) don't change the page.
     */
    ownSearch?: (search: Record<string, unknown>) => Record<string, unknown>;
  }
}

/** Gives each part of a long list its own canonical address. */
export const ownPart = ({ part }: Record<string, unknown>) => ({ part });

/** Returns the route match that shows the not-found page, if there is one. */
export function findMissing(matches: readonly AnyRouteMatch[]): AnyRouteMatch | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the only sign that the root shows the not-found page
  return matches.find((match) => match.status === 'notFound' || match._notFound);
}

/** Returns path and search parameters of the canonical address for these route matches. */
export function pageAddress(matches: readonly AnyRouteMatch[]): string {
  const page = matches.at(-1);
  // The router ends the path of an index route with a slash; its canonical address has none.
  const path = page?.pathname.replace(/(?<=.)\/+$/, '') ?? '/';
  const own = Object.entries(page?.staticData.ownSearch?.(page.search) ?? {});
  return path + writeParameters(Object.fromEntries(own.map(([name, value]) => [name, value || undefined])));
}
