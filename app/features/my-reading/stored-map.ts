import type { LocalKey } from '#contract/browser-storage.ts';
import { localItems } from '#app/features/layout/stored-items.ts';

/** Entries by id, each with the time it was last written, stored as JSON under one key of local storage. */
export type StoredMap<Value> = ReadonlyMap<string, Value & { at: number }>;

/** Key of the entries, their limits, and the check for a valid one. */
export type EntryStore<Value> = {
  key: LocalKey;
  maxEntries: number;
  maxCharacters: number;
  check: EntryCheck<Value>;
};

/** Returns the value of a valid entry; otherwise null. */
export type EntryCheck<Value> = (value: Record<string, unknown>) => Value | null;

/**
 * Returns the entries under a key. Ignores invalid JSON and entries that fail `check`; empty if storage is not
 * accessible.
 */
export function readStored<Value>(key: LocalKey, check: EntryCheck<Value>): StoredMap<Value> {
  return parseStored(readStoredText(key), check);
}

/** Returns the entries in the stored JSON; none for null. */
export function parseStored<Value>(text: string | null, check: EntryCheck<Value>): StoredMap<Value> {
  const kept = new Map<string, Value & { at: number }>();
  for (const [id, entry] of Object.entries(parseObject(text))) {
    if (!isObject(entry)) continue;
    const value = check(entry);
    const at = entry['at'];
    if (value !== null && typeof at === 'number' && Number.isFinite(at)) kept.set(id, { ...value, at });
  }
  return kept;
}

/**
 * Writes the entries. With more than `maxEntries`, more than `maxCharacters` of JSON, or too little space in the browser, the
 * oldest ones are evicted. Returns true if the newest entry was stored.
 */
export function writeStored<Value>(
  key: LocalKey,
  entries: StoredMap<Value>,
  maxEntries: number,
  maxCharacters: number,
): boolean {
  const youngestFirst = [...entries].toSorted(([, one], [, other]) => other.at - one.at);
  let left = youngestFirst.slice(0, maxEntries);
  if (left.length === 0) return store(key, null);
  for (;;) {
    const text = JSON.stringify(Object.fromEntries(left));
    if (text.length <= maxCharacters && store(key, text)) return true;
    if (left.length === 1) return false;
    left = left.slice(0, Math.floor(left.length / 2));
  }
}

/** True if a storage event means that another tab wrote this key, or cleared everything. */
export function isWriteTo(key: LocalKey, event: StorageEvent): boolean {
  return event.key === key || event.key === null;
}

/** Returns the JSON of a key; null if there is none, or storage is not accessible. */
export function readStoredText(key: LocalKey): string | null {
  try {
    return localItems.getItem(key);
  } catch {
    return null;
  }
}

function store(key: LocalKey, text: string | null): boolean {
  try {
    if (text === null) localItems.removeItem(key);
    else localItems.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** True if a value is an object with properties, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
