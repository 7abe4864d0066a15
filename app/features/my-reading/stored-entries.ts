import { useSyncExternalStore } from 'react';
import type { LocalKey } from '#contract/browser-storage.ts';
import {
  isWriteTo,
  parseStored,
  readStored,
  readStoredText,
  writeStored,
  type EntryStore,
  type StoredMap,
} from './stored-map.ts';

const watchers = new Set<() => void>();

/** Returns the entries of a store. */
export function readEntries<Value>({ key, check }: EntryStore<Value>): StoredMap<Value> {
  return readStored(key, check);
}

/**
 * Adds or replaces an entry as the newest one, regardless of the clock, and removes the oldest ones if there are too
 * many. Returns false if the entry could not be stored.
 */
export function putEntry<Value>(store: EntryStore<Value>, id: string, value: Value): boolean {
  const entries = readEntries(store);
  const at = Math.max(Date.now(), ...[...entries.values()].map((entry) => entry.at + 1));
  return writeEntries(store, new Map([...entries, [id, { ...value, at }]]));
}

/** Removes an entry, if there is one. */
export function removeEntry<Value>(store: EntryStore<Value>, id: string): void {
  const left = new Map(readEntries(store));
  if (left.delete(id)) writeEntries(store, left);
}

/** Replaces all entries of a store. */
export function writeEntries<Value>(store: EntryStore<Value>, entries: StoredMap<Value>): boolean {
  const isStored = writeStored(store.key, entries, store.maxEntries, store.maxCharacters);
  for (const changed of watchers) changed();
  return isStored;
}

/**
 * Returns the entries of a store, updated when they change here or in another tab; none on the server and until the page has
 * hydrated.
 */
export function useEntries<Value>({ key, check }: EntryStore<Value>): StoredMap<Value> {
  const text = useSyncExternalStore(
    (changed) => watch(key, changed),
    () => readStoredText(key),
    () => null,
  );
  return parseOnce(key, text, check);
}

/** The entries last parsed of each key: every row of a list reads the same ones. */
const parsed = new Map<LocalKey, { text: string | null; entries: StoredMap<unknown> }>();

function parseOnce<Value>(key: LocalKey, text: string | null, check: EntryStore<Value>['check']): StoredMap<Value> {
  const before = parsed.get(key);
  if (before?.text === text) return before.entries as StoredMap<Value>;
  const entries = parseStored(text, check);
  parsed.set(key, { text, entries });
  return entries;
}

/** Returns entries with the newest first. */
export function newestFirst<Value>(entries: StoredMap<Value>): (Value & { id: string; at: number })[] {
  return [...entries].map(([id, entry]) => ({ ...entry, id })).sort((one, other) => other.at - one.at);
}

function watch(key: LocalKey, changed: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (isWriteTo(key, event)) changed();
  };
  watchers.add(changed);
  window.addEventListener('storage', handleStorage);
  return () => {
    watchers.delete(changed);
    window.removeEventListener('storage', handleStorage);
  };
}
