import { putEntry, readEntries, removeEntry } from '#app/features/my-reading/stored-entries.ts';
import { openSavedDatabase, type SavedChunk, type SavedFile, type SavedMaterial } from './saved-database.ts';
import { announceSavedChange } from './saved-changes.ts';
import { savedIndex } from './saved-index.ts';
import { countReceived, isComing } from './save-group.ts';

/** Writes and removes offline materials, for pages. */

/** The record no longer exists: the material was removed while it was being fetched. */
export class SavingCancelled extends Error {}

/** Returns all materials, the oldest first. */
export async function listSaved(): Promise<SavedMaterial[]> {
  const materials = await (await openSavedDatabase()).getAll('materials');
  return materials.sort((one, other) => one.addedAt - other.addedAt);
}

/** Adds materials, or replaces their records: all of them, or none if there is no space. */
export async function putSaved(materials: readonly SavedMaterial[]): Promise<void> {
  const transaction = (await openSavedDatabase()).transaction('materials', 'readwrite');
  for (const material of materials) void transaction.store.put(material).catch(() => {});
  await transaction.done;
  for (const material of materials) noteInIndex(material);
  announceSavedChange();
}

/**
 * Changes the current record. Throws SavingCancelled if the material was removed. Stores `chunk` in the same
 * transaction.
 */
export async function changeSaved(
  id: string,
  change: (material: SavedMaterial) => void,
  chunk?: SavedChunk,
): Promise<SavedMaterial> {
  const database = await openSavedDatabase();
  const transaction = database.transaction(['materials', 'chunks'], 'readwrite');
  const done = transaction.done;
  // The error of the transaction is the relevant one, for example that there is no space.
  done.catch(() => {});
  const materials = transaction.objectStore('materials');
  const material = await materials.get(id);
  if (!material || (chunk && material.coming?.fileId !== chunk.fileId)) {
    transaction.abort();
    throw new SavingCancelled();
  }
  change(material);
  countReceived(material);
  const writes = [materials.put(material)];
  if (chunk)
    void transaction
      .objectStore('chunks')
      .put(chunk)
      .catch(() => {});
  await Promise.all(writes).catch(() => {});
  await done;
  noteInIndex(material);
  announceSavedChange();
  return material;
}

/** Deletes the bytes of a file, unless another offline material has the same file. */
async function deleteChunks(id: string, file: SavedFile | null): Promise<void> {
  if (!file) return;
  const database = await openSavedDatabase();
  const materials = await database.getAll('materials');
  const isUsed = materials.some(
    (other) => other.id !== id && [other.file?.fileId, other.coming?.fileId].includes(file.fileId),
  );
  if (!isUsed) await database.delete('chunks', IDBKeyRange.bound([file.fileId, 0], [file.fileId, Infinity]));
}

/** Deletes the bytes and texts of a material. Its record stays, changed by `change`. */
export async function emptySaved(id: string, change: (material: SavedMaterial) => void): Promise<void> {
  const database = await openSavedDatabase();
  const material = await database.get('materials', id);
  if (!material) return;
  // Bytes first: the record can only be written if there is space.
  await deleteChunks(id, material.file);
  await deleteChunks(id, material.coming);
  await database.delete('pages', IDBKeyRange.bound([id, 0], [id, Infinity]));
  await changeSaved(id, (record) => {
    record.file = null;
    record.coming = null;
    record.text = null;
    change(record);
  });
}

/** Removes a material with everything that was stored only for it. */
export async function removeSaved(id: string): Promise<void> {
  removeEntry(savedIndex, id);
  await deleteSaved(id);
}

/** Cancels the download of a material, if it is not complete. An earlier version stays on the device. */
export async function cancelSaving(material: SavedMaterial): Promise<void> {
  const { id, file, coming } = material;
  if (!isComing(material)) return;
  if (!file) return removeSaved(id);
  await changeSaved(id, (record) => {
    Object.assign(record, { coming: null, isWaiting: false, problem: 'replaced' });
  });
  await deleteChunks(id, coming);
}

/**
 * Deletes a material with everything that was stored only for it; leaves its name in the list of names. Needs no free
 * space.
 */
export async function deleteSaved(id: string): Promise<void> {
  const database = await openSavedDatabase();
  const material = await database.get('materials', id);
  if (!material) return announceSavedChange();
  // The record first, because a running download stops when the record is gone.
  await database.delete('materials', id);
  await deleteChunks(id, material.file);
  await deleteChunks(id, material.coming);
  await database.delete('pages', IDBKeyRange.bound([id, 0], [id, Infinity]));
  const needed = new Set((await database.getAll('materials')).flatMap(({ answers }) => answers));
  for (const address of material.answers) if (!needed.has(address)) await database.delete('answers', address);
  announceSavedChange();
}

/** Deletes the chunks of a file that was replaced by another version. */
export async function dropOldFile(id: string, file: SavedFile | null): Promise<void> {
  await deleteChunks(id, file);
}

function noteInIndex({ id, document, file, problem }: SavedMaterial): void {
  const { title } = document;
  const isWhole = file !== null && problem !== 'gone';
  const before = readEntries(savedIndex).get(id);
  if (before?.isWhole !== isWhole || before.title !== title) putEntry(savedIndex, id, { title, isWhole });
}
