/**
 * The search parameters of a page with a list: the part of a long list, and what is open over it (`open` the material,
 * `page` its page, `find` the words that are marked there). Defaults are undefined, so that no address has to be
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
    // Unknown parameters are kept: dropping them would cost a redirect.
    ...search,
    open: readId(search['open']),
    page: readPositive(search['page']),
    find: typeof search['find'] === 'string' ? search['find'] || undefined : undefined,
    part: readPart(search['part']),
  };
}

/** The part of a list, if it is not the first. */
export function readPart(value: unknown): number | undefined {
  const part = readPositive(value);
  return part === 1 ? undefined : part;
}

/** The router parses an id that consists of digits as a number. */
function readId(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value) || undefined;
}

function readPositive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : undefined;
}
