import type { UndoableEntry } from '#contract/undo.ts';
import * as words from '#messages/undo.ts';

/** Maximum number of folders and archives that are named; further ones are counted. */
const namedSources = 2;

/** Returns the folders and archives of a publication in words: `CSIT drive`, `CSIT drive, notes.zip and 3 more`. */
export function sourceWords(sources: readonly string[]): string {
  const names = sources.map((name) => (name === '' ? words.singleFiles : name));
  if (names.length === 0) return words.singleFiles;
  return words.sourceList(names.slice(0, namedSources), Math.max(0, names.length - namedSources));
}

/** Returns the operation in words, with the number of materials. */
export function entryTitle(entry: UndoableEntry): string {
  if (entry.type === 'change') return words.changed(entry.action, entry.materials);
  return words.published(sourceWords(entry.sources), entry.materials);
}

/** Returns the effect of an undo in words, or the reason why nothing can be undone, or the result of an earlier undo. */
export function undoWords(entry: UndoableEntry): string {
  const { materials, unchanged, undone, type } = entry;
  if (type === 'publication' && entry.isUndoing) return words.undoInterrupted;
  if (undone) return words.undone(undone.restored, undone.leftTotal);
  if (unchanged === 0) return words.nothingLeft(materials);
  return words.willUndo(type, unchanged, materials - unchanged);
}
