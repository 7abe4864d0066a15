import { maxSearchLength } from '#contract/search-filters.ts';

/**
 * The search parameters of a page with a list: `part` of a long list, and the material that is open over it (`open` is
 * its id, `page` the page number, `find` the words to mark). Defaults are undefined, so that no address has to be
 * rewritten; invalid values are dropped.
 */
export type ListSearch = {
  open?: string | undefined;
  page?: number | undefined;
  find?: string | undefined;
  part?: number | undefined;
};

/** Parses the search parameters of a list page from an address. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    // Unknown parameters are preserved: dropping them would cost a redirect.
    ...search,
    open: readId(search['open']),
    page: readPositive(search['page']),
    find: readFind(search['find']),
    part: readPart(search['part']),
  };
}

/** Returns the part of a list, if it is not the first. */
export function readPart(value: unknown): number | undefined {
  const part = readPositive(value);
  return part === 1 ? undefined : part;
}

/** Returns the words to mark, cut to their maximum length; '' for none. */
export function cutFind(find: string): string {
  return find.trim().slice(0, maxSearchLength);
}

/** Reads the words to mark; the router parses words that consist of digits as a number. */
function readFind(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return cutFind(String(value)) || undefined;
}

/** Reads an id; the router parses an id that consists of digits as a number. */
function readId(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value) || undefined;
}

function readPositive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : undefined;
}
