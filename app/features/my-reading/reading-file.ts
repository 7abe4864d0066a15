import { lastPages } from './last-pages.ts';
import { isObject, parseStored, type EntryStore } from './stored-map.ts';
import { bookmarkStore } from './bookmark-store.ts';
import { highlightStore } from './highlight-store.ts';
import { donePapers } from './done-papers.ts';
import { openedMaterials } from './opened-materials.ts';
import { pinnedSubjects } from './pinned-subjects.ts';
import { readEntries, writeEntries } from './stored-entries.ts';

/**
 * The parts of the file, with the store of each. The names of the parts never change, so that older files can be read.
 */
const parts: Readonly<Record<string, EntryStore<object>>> = {
  opened: openedMaterials,
  pinned: pinnedSubjects,
  done: donePapers,
  pages: lastPages,
  highlights: highlightStore,
  bookmarks: bookmarkStore,
};

const format = 'examshelf-reading';

/** A larger file was not exported by this site: the limits of all stores together are lower. */
export const maxReadingFileBytes = 8_000_000;

/** Returns everything about reading that this browser stores, as the text of a JSON file. */
export function writeReadingFile(): string {
  const entries = Object.entries(parts).map(([name, store]) => [name, Object.fromEntries(readEntries(store))]);
  return JSON.stringify({ format, version: 1, ...Object.fromEntries(entries) });
}

/**
 * Merges an exported file with the stored entries; of two entries with the same id, the newer one wins. Leaves out
 * invalid entries. Returns false, and changes nothing, if the text is not an exported file.
 */
export function readReadingFile(text: string): boolean {
  const file = parseFile(text);
  if (!file) return false;
  for (const [name, store] of Object.entries(parts)) merge(store, JSON.stringify(file[name] ?? {}));
  return true;
}

function merge(store: EntryStore<object>, text: string) {
  const kept = new Map(readEntries(store));
  for (const [id, entry] of parseStored(text, store.check)) {
    const before = kept.get(id);
    if (!before || before.at < entry.at) kept.set(id, entry);
  }
  writeEntries(store, kept);
}

function parseFile(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value['format'] === format ? value : null;
  } catch {
    return null;
  }
}
