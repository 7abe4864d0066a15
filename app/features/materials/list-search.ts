/**
 * The search parameters of a page with a list: which part of a long list, and what the reader has open over it
 * (`open` the material, `page` its page). Defaults stay undefined, so that no address is
 * rewritten; what makes no sense is dropped.
 */
export type ListSearch = { open?: string | undefined; page?: number | undefined; part?: number | undefined };

/** Reads a list page's search parameters from what the address says. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    // What else stands in the address stays: dropping it would cost a redirect.
    ...search,
    open: readId(search['open']),
    page: readPositive(search['page']),
    part: readPart(search['part']),
  };
}

/** A part of a list from 2 on; the first one needs no saying. */
export function readPart(value: unknown): number | undefined {
  const part = readPositive(value);
  return part === 1 ? undefined : part;
}

/** An id of digits alone arrives as a number. */
function readId(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value) || undefined;
}

function readPositive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : undefined;
}
