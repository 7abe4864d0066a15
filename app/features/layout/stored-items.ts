import type { LocalKey, TabKey } from '#contract/browser-storage.ts';

/** The methods of `Storage` that pages use, for the keys of one list only. */
export type StoredItems<Key extends string> = {
  getItem(key: Key): string | null;
  setItem(key: Key, value: string): void;
  removeItem(key: Key): void;
};

/**
 * Local storage. Throws if storage is not accessible, as in some private windows. There, even reading the global
 * throws, so each function reads it.
 */
export const localItems: StoredItems<LocalKey> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/** Session storage, which ends with the tab. Throws as `localItems` does. */
export const tabItems: StoredItems<TabKey> = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
};
