import { isIdentifier } from '#domain/identifier.ts';

/** Which material the address opens over its page, and at which page of it: `?open={id}&page=n`. */
export type Opened = { id: string; page: number };

/**
 * Reads the opened material from the query part of an address; null when none is named. An id the router has put in
 * quotes (because it could be read as a number) counts as the id within them; what no id can be opens nothing. A bad
 * page counts as page 1.
 */
export function readOpened(query: string): Opened | null {
  const words = new URLSearchParams(query);
  const id = (words.get('open') ?? '').replace(/^"(.*)"$/, '$1');
  if (!isIdentifier(id)) return null;
  const page = Number(words.get('page') ?? '1');
  return { id, page: Number.isSafeInteger(page) && page >= 1 ? page : 1 };
}

/** Whether the query part of an address names a page to open at. */
export function namesPage(query: string): boolean {
  return new URLSearchParams(query).has('page');
}

/** The search parameters with the opened material put in, or taken out for null. Page 1 goes without saying. */
export function writeOpened(search: Record<string, unknown>, opened: Opened | null): Record<string, unknown> {
  const { open: _open, page: _page, ...rest } = search;
  if (!opened) return rest;
  return { ...rest, open: opened.id, ...(opened.page > 1 ? { page: opened.page } : {}) };
}
