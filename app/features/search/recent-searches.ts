import { useSyncExternalStore } from 'react';
import { maxSearchLength } from '#contract/search-filters.ts';
import { localItems } from '#app/features/layout/stored-items.ts';

/** Stores the latest searches, newest first. They are stored in this browser only and sent nowhere. */

/** Maximum number of searches: as many as fit on the screen of a phone. */
const maxSearches = 10;

const watchers = new Set<() => void>();

/** Adds a search at the top; does nothing if storage is not accessible. */
export function rememberSearch(text: string): void {
  write(addSearch(parseSearches(read()), text));
}

export function forgetSearch(text: string): void {
  write(parseSearches(read()).filter((each) => each !== text));
}

export function forgetAllSearches(): void {
  write([]);
}

/** Returns the stored searches; none on the server and until the page has hydrated. */
export function useRecentSearches(): string[] {
  return parseSearches(useSyncExternalStore(watch, read, () => null));
}

/**
 * Returns the searches with a new one at the top, without the same search in another case, and at most `maxSearches`.
 */
export function addSearch(searches: readonly string[], text: string): string[] {
  const added = text.trim().slice(0, maxSearchLength);
  if (added === '') return [...searches];
  const rest = searches.filter((each) => each.toLowerCase() !== added.toLowerCase());
  return [added, ...rest].slice(0, maxSearches);
}

/** Parses stored searches; invalid ones are left out. */
export function parseSearches(stored: string | null): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    const texts = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
    return texts.reduceRight<string[]>(addSearch, []);
  } catch {
    return [];
  }
}

function read(): string | null {
  try {
    return localItems.getItem('recent-searches');
  } catch {
    return null;
  }
}

function write(searches: readonly string[]): void {
  try {
    if (searches.length > 0) localItems.setItem('recent-searches', JSON.stringify(searches));
    else localItems.removeItem('recent-searches');
  } catch {
    return;
  }
  for (const changed of watchers) changed();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    window.removeEventListener('storage', changed);
  };
}
