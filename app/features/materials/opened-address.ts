import { pages } from '#contract/addresses.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { cutFind } from './list-search.ts';

/** A material in an address and the number of its page. */
export type OpenedSide = { id: string; page: number };

/**
 * The material that the address opens over its page, the number of its page, the words to mark ('' for none) and, if
 * two materials are read side by side, the right one: `?open={id}&page=n&find=words&compare={id}&comparePage=n`.
 */
export type Opened = OpenedSide & { find: string; right?: OpenedSide };

/**
 * Reads the opened material from the query string of an address; null if there is none. The router puts an id in quotes that
 * could be parsed as a number; the quotes are removed. An invalid id opens nothing, an invalid page is page 1. The same material
 * never opens on both sides.
 */
export function readOpened(query: string): Opened | null {
  const words = new URLSearchParams(query);
  const left = readSide(words, 'open', 'page');
  if (!left) return null;
  const right = readSide(words, 'compare', 'comparePage');
  const find = cutFind(words.get('find') ?? '');
  return { ...left, find, ...(right && right.id !== left.id ? { right } : {}) };
}

function readSide(words: URLSearchParams, idName: string, pageName: string): OpenedSide | null {
  const id = (words.get(idName) ?? '').replace(/^"(.*)"$/, '$1');
  if (!isIdentifier(id)) return null;
  const page = Number(words.get(pageName) ?? '1');
  return { id, page: Number.isSafeInteger(page) && page >= 1 ? page : 1 };
}

/**
 * Returns the path and query of a shared link to a material at a page: its own address, with the second material if one
 * is open.
 */
export function openedPath({ id, page, right }: OpenedSide & { right?: OpenedSide | undefined }): string {
  const search = new URLSearchParams({ open: id, page: String(page) });
  if (right) {
    search.set('compare', right.id);
    search.set('comparePage', String(right.page));
  }
  return `${pages.material(id)}?${search}`;
}

/** True if the query string of an address specifies a position in a material: a page, or words. */
export function namesPage(query: string, id: string): boolean {
  const words = new URLSearchParams(query);
  if (readOpened(query)?.right?.id === id) return words.has('comparePage');
  return words.has('page') || words.has('find');
}

/**
 * Returns the search parameters with the opened material, or without one for null. Page 1 is left out unless there are words to
 * mark on it.
 */
export function writeOpened(search: Record<string, unknown>, opened: Opened | null): Record<string, unknown> {
  const { open: _open, page: _page, find: _find, compare: _compare, comparePage: _comparePage, ...rest } = search;
  if (!opened) return rest;
  const { id, page, find, right } = opened;
  return {
    ...rest,
    open: id,
    ...(page > 1 || find ? { page } : {}),
    ...(find ? { find } : {}),
    ...(right ? { compare: right.id, ...(right.page > 1 ? { comparePage: right.page } : {}) } : {}),
  };
}

/**
 * Returns the two sides exchanged, without words to mark: they belong only to the material in which they were searched.
 */
export function swapSides({ id, page, right }: Opened): Opened | null {
  return right ? { ...right, find: '', right: { id, page } } : null;
}

/** Returns the state without one of the materials; null if none is left. */
export function closeSide(opened: Opened, id: string): Opened | null {
  const { right, ...left } = opened;
  if (right?.id === id) return left;
  if (left.id !== id) return opened;
  return right ? { ...right, find: '' } : null;
}

/** Replaces one material by another material or page; returns the same object if nothing changes. */
export function replaceSide(opened: Opened, id: string, side: OpenedSide): Opened {
  const { right, ...left } = opened;
  const before = [left, right].find((each) => each?.id === id);
  if (!before || (before.id === side.id && before.page === side.page)) return opened;
  if (before === right) return { ...opened, right: side };
  return { ...opened, ...side, find: side.id === id ? opened.find : '' };
}

/** Returns the other open material, or null. */
export function besideOf(opened: Opened, id: string): OpenedSide | null {
  if (!opened.right) return null;
  return opened.right.id === id ? { id: opened.id, page: opened.page } : opened.right;
}
