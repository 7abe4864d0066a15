import { pages } from '#contract/addresses.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { cutFind } from '#app/features/materials/list-search.ts';

/**
 * The material that the address opens over its page, the number of its page, and the words to mark in it ('' for none):
 * `?open={id}&page=n&find=words`.
 */
export type Opened = { id: string; page: number; find: string };

/**
 * Reads the opened material from the query string of an address; null if there is none. The router puts an id in quotes
 * that could be parsed as a number; the quotes are removed. An invalid id opens nothing, an invalid page is page 1.
 */
export function readOpened(query: string): Opened | null {
  const words = new URLSearchParams(query);
  const id = (words.get('open') ?? '').replace(/^"(.*)"$/, '$1');
  if (!isIdentifier(id)) return null;
  const page = Number(words.get('page') ?? '1');
  return { id, page: Number.isSafeInteger(page) && page >= 1 ? page : 1, find: cutFind(words.get('find') ?? '') };
}

/** The path and query at which others open a material at a page: over the page of the material itself. */
export function openedPath(id: string, page: number): string {
  return `${pages.material(id)}?${new URLSearchParams({ open: id, page: String(page) })}`;
}

/** Whether the query string of an address says where to open: at a page, or where words are. */
export function namesPage(query: string): boolean {
  const words = new URLSearchParams(query);
  return words.has('page') || words.has('find');
}

/**
 * The search parameters with the opened material, or without one for null. Page 1 is left out unless there are words to
 * mark on it.
 */
export function writeOpened(search: Record<string, unknown>, opened: Opened | null): Record<string, unknown> {
  const { open: _open, page: _page, find: _find, ...rest } = search;
  if (!opened) return rest;
  const { id, page, find } = opened;
  return { ...rest, open: id, ...(page > 1 || find ? { page } : {}), ...(find ? { find } : {}) };
}
