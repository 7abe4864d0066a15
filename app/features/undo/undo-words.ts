import type { UndoableEntry } from '#contract/undo.ts';
import { countMaterials } from '#app/features/materials/kind-words.ts';

/** Maximum number of folders and archives that are named; further ones are counted. */
const namedSources = 2;

/** Returns the folders and archives of a publication in words: `CSIT drive`, `CSIT drive, notes.zip and 3 more`. */
export function sourceWords(sources: readonly string[]): string {
  const names = sources.map((name) => (name === '' ? 'single files' : name));
  if (names.length === 0) return 'single files';
  if (names.length <= namedSources) return names.join(' and ');
  return `${names.slice(0, namedSources).join(', ')} and ${names.length - namedSources} more`;
}

const actionWords = {
  edit: 'changed',
  hide: 'hidden',
  show: 'shown again',
  delete: 'moved to the trash',
  restore: 'restored from the trash',
  pages: 'with rearranged pages',
} as const;

/** Returns the operation in words, with the number of materials. */
export function entryTitle(entry: UndoableEntry): string {
  if (entry.type === 'change') return `${countMaterials(entry.materials)} ${actionWords[entry.action]}`;
  return `${countMaterials(entry.materials)} published from the import of ${sourceWords(entry.sources)}`;
}

/** Returns the effect of an undo in words, or the reason why nothing can be undone, or the result of an earlier undo. */
export function undoWords(entry: UndoableEntry): string {
  const { materials, unchanged, undone, type } = entry;
  const back = type === 'publication' ? 'goes back to the import' : 'is restored';
  const allBack = type === 'publication' ? 'go back to the import' : 'are restored';
  if (type === 'publication' && entry.isUndoing)
    return 'The undo was interrupted or is still running. Undo again to complete it.';
  if (undone) return `Undone: ${countMaterials(undone.restored)}${stayWords(undone.leftTotal)}.`;
  if (unchanged === 0)
    return `Nothing is left to undo: ${materials === 1 ? 'it was' : 'all of them were'} changed or removed since.`;
  const some = unchanged === 1 ? `1 material ${back}` : `${countMaterials(unchanged)} ${allBack}`;
  return `Undo: ${some}${changedWords(materials - unchanged)}.`;
}

const stayWords = (count: number) =>
  count === 0 ? '' : `; ${count.toLocaleString('en')} ${count === 1 ? 'stays as it is' : 'stay as they are'}`;

const changedWords = (count: number) =>
  count === 0
    ? ''
    : `; ${count.toLocaleString('en')} ${count === 1 ? 'was changed since and stays' : 'were changed since and stay'}`;

/** Returns, in words, the time left to undo the entry. */
export function timeLeftWords({ daysLeft }: Pick<UndoableEntry, 'daysLeft'>): string {
  return daysLeft === 1 ? 'Less than a day left to undo it.' : `${daysLeft} days left to undo it.`;
}
