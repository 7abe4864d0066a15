import type { AnyRouteMatch } from '@tanstack/react-router';
import { writeParameters } from '#contract/parameters.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * The search parameters that make a different page of this route and so belong to its canonical address. All others
     * (filters, what is open over the page) do not change the page. Returns only those that differ from their defaults.
     */
    ownSearch?: (search: Record<string, unknown>) => Record<string, unknown>;
  }
}

/** Each part of a long list has a canonical address of its own. */
export const ownPart = ({ part }: Record<string, unknown>) => ({ part });

/** The match that shows the not-found page, if there is one. */
export function findMissing(matches: readonly AnyRouteMatch[]): AnyRouteMatch | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the root that shows it says so in no other way
  return matches.find((match) => match.status === 'notFound' || match._notFound);
}

/** Path and search parameters of the canonical address of these matches. */
export function pageAddress(matches: readonly AnyRouteMatch[]): string {
  const page = matches.at(-1);
  // The router ends the path of an index route with a slash; its address has none.
  const path = page?.pathname.replace(/(?<=.)\/+$/, '') ?? '/';
  const own = Object.entries(page?.staticData.ownSearch?.(page.search) ?? {});
  return path + writeParameters(Object.fromEntries(own.map(([name, value]) => [name, value || undefined])));
}
