import type { AnyRouteMatch } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * The search parameters that make another page of this route, and so belong to its canonical address. All others
     * (filters, what is open over the page) lead to the same page. Answers those with a value of their own.
     */
    ownSearch?: (search: Record<string, unknown>) => Record<string, unknown>;
  }
}

/** A long list's parts are pages of their own. */
export const ownPart = ({ part }: Record<string, unknown>) => ({ part });

/** The match that shows the not-found page, if any does. */
export function findMissing(matches: readonly AnyRouteMatch[]): AnyRouteMatch | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the root that shows it says so in no other way
  return matches.find((match) => match.status === 'notFound' || match._notFound);
}

/** Path and search parameters by which the page of these matches is known to search engines. */
export function pageAddress(matches: readonly AnyRouteMatch[]): string {
  const page = matches.at(-1);
  // The path of an index route ends in a slash, which is not how its address is written.
  const path = page?.pathname.replace(/(?<=.)\/+$/, '') ?? '/';
  const own = Object.entries(page?.staticData.ownSearch?.(page.search) ?? {});
  const search = new URLSearchParams(own.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
  return search.size > 0 ? `${path}?${search}` : path;
}
