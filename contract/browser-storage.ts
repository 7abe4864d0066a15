/**
 * Everything that our pages, their service worker and the libraries in them store in a browser. The code that stores
 * data gets its keys from this file, *Clear all* (app/features/my-reading/clear-stored.ts) removes everything marked
 * `cleared`, and the privacy page lists all of it (server/library/site-content/privacy-words.ts).
 *
 * `cleared`: the data shows what the user read or searched for. `stays`: it does not, or the user saved it on purpose
 * and can remove it on a separate page.
 */
type Clearing = 'cleared' | 'stays';

/** Keys of local storage. */
export const localKeys = {
  theme: 'stays',
  language: 'stays',
  'reader-theme': 'stays',
  'reader-view': 'stays',
  'last-term': 'cleared',
  'reader-pages': 'cleared',
  'reader-highlights': 'cleared',
  'reader-bookmarks': 'cleared',
  'reader-followed': 'cleared',
  'reading-opened': 'cleared',
  'reading-done': 'cleared',
  'pinned-subjects': 'cleared',
  'recent-searches': 'cleared',
  'coverage-faculty': 'cleared',
  'kept-offline': 'stays',
  session: 'stays',
} as const satisfies Record<string, Clearing>;

export type LocalKey = keyof typeof localKeys;

/** Keys of session storage, which ends with the tab. */
export const tabKeys = {
  'upload-draft': 'stays',
  'exam-clock': 'cleared',
  /** Written by the router when a page is left. */
  'tsr-scroll-restoration-v1_3': 'cleared',
} as const satisfies Record<string, Clearing>;

export type TabKey = keyof typeof tabKeys;

/** Prefix of the names of all caches. */
export const cachePrefix = 'examshelf-';

/**
 * Caches of the service worker. The first three contain what the user opened; the others are the same for everybody.
 */
export const cacheNames = {
  pages: 'examshelf-pages',
  answers: 'examshelf-answers',
  pictures: 'examshelf-pictures',
  /** Code and data loaded on first use, such as the reader. */
  code: 'examshelf-code',
  /** Pages that are always needed: the one for addresses that are not stored, and the frame of HTML papers. */
  fixed: 'examshelf-fixed',
  /** Prefix of the names of the caches with the code of one build. */
  shell: 'examshelf-shell-',
} as const;

export const storedCaches = {
  [cacheNames.pages]: 'cleared',
  [cacheNames.answers]: 'cleared',
  [cacheNames.pictures]: 'cleared',
  [cacheNames.code]: 'stays',
  [cacheNames.fixed]: 'stays',
  [cacheNames.shell]: 'stays',
} as const satisfies Record<string, Clearing>;

export type CacheName = keyof typeof storedCaches;

/** Names of databases (IndexedDB). */
export const storedDatabases = {
  'examshelf-kept': 'stays',
  /**
   * Database that the service worker's cache library writes: the time at which each address in a cache was used. Its
   * entries are deleted with the caches.
   */
  'workbox-expiration': 'cleared',
} as const satisfies Record<string, Clearing>;

export type DatabaseName = keyof typeof storedDatabases;

/** Prefixes of the names of cookies; the project's id follows them. Only signing in sets these cookies. */
export const cookiePrefixes = { session: 'a_session_', browser: 'a_browser_' } as const;

/** Returns those keys of a list that *Clear all* removes. */
export function clearedOf<Key extends string>(list: Readonly<Record<Key, Clearing>>): Key[] {
  return (Object.keys(list) as Key[]).filter((key) => list[key] === 'cleared');
}
