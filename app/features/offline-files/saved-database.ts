import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { MaterialTextAnswer, PageTextAnswer } from '#contract/schemas/answer-types.ts';
import type { DatabaseName } from '#contract/browser-storage.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import type { MaterialKind } from '#domain/material.ts';

/**
 * The offline materials of this device. Pages and service workers of different builds share the database: developers
 * may add stores and fields, but never change them (docs/decisions/0046-save-offline.md).
 */
// The name stays: another one would lose what readers have saved.
export const savedDatabaseName = 'examshelf-kept' satisfies DatabaseName;

/** Problem of an offline material. */
export type SavedProblem =
  /** The device had no space for the material. */
  | 'full'
  /** The library has withdrawn or hidden the material. */
  | 'gone'
  /** The library now has another file for the material. */
  | 'replaced'
  /** The stored bytes are not those of the file. */
  | 'damaged'
  /** The material is not public. */
  | 'refused';

/** A file in chunks. `held` is the number of stored chunks, counted from the first one. */
export type SavedFile = {
  fileId: string;
  size: number;
  held: number;
  /** SHA-256 of the file as named by the server; null before the first response. */
  etag: string | null;
  /** Headers of the server's response. */
  headers: [name: string, value: string][];
};

/**
 * The materials that the user saved with one action. Each of their records has a copy, so that the totals stay the same
 * until the end, even if a material is removed or was changed in the library.
 */
export type SaveGroup = {
  id: string;
  title: string;
  /** The kind of all its materials; null if there are several. */
  kind: MaterialKind | null;
  count: number;
  /** Size of all its files when saving started. */
  bytes: number;
};

export type SavedMaterial = {
  id: string;
  kind: MaterialKind;
  document: MaterialDocument;
  /** The offline file, complete and verified; null until it is complete. */
  file: SavedFile | null;
  /** The file that is being fetched; null if there is none. */
  coming: SavedFile | null;
  /** True while the download waits for the connection. */
  isWaiting: boolean;
  /**
   * The action that saved the material, with the material's share of its bytes, and how many of these were stored at most. The
   * last number never decreases. Absent in records of earlier builds.
   */
  group?: SaveGroup & { share: number; received: number };
  problem: SavedProblem | null;
  text: MaterialTextAnswer | null;
  addedAt: number;
  /** Time of the last check whether the library still has the same version. */
  checkedAt: number | null;
  /** Addresses of the other responses stored for the material. */
  answers: string[];
};

export type SavedChunk = { fileId: string; index: number; bytes: ArrayBuffer; digest: string };
export type SavedPage = PageTextAnswer & { id: string };
export type SavedAnswer = { address: string; body: ArrayBuffer; headers: [name: string, value: string][] };

interface SavedSchema extends DBSchema {
  materials: { key: string; value: SavedMaterial; indexes: { file: string } };
  chunks: { key: [fileId: string, index: number]; value: SavedChunk };
  pages: { key: [id: string, page: number]; value: SavedPage };
  answers: { key: string; value: SavedAnswer };
}

export type SavedDatabase = IDBPDatabase<SavedSchema>;

let opening: Promise<SavedDatabase> | null = null;

/** Opens the database, once. Rejects if the browser doesn't allow storage, as in some private windows. */
export function openSavedDatabase(): Promise<SavedDatabase> {
  opening ??= openDB<SavedSchema>(savedDatabaseName, 1, {
    upgrade(database) {
      database.createObjectStore('materials', { keyPath: 'id' }).createIndex('file', 'file.fileId');
      database.createObjectStore('chunks', { keyPath: ['fileId', 'index'] });
      database.createObjectStore('pages', { keyPath: ['id', 'page'] });
      database.createObjectStore('answers', { keyPath: 'address' });
    },
    // A later build needs another version.
    blocking: () => void forget(),
    terminated: () => {
      opening = null;
    },
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function forget(): Promise<void> {
  const opened = opening;
  opening = null;
  (await opened)?.close();
}

/** True if this browser already has the database. Does not create it. */
export async function hasSavedDatabase(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  return (await indexedDB.databases()).some(({ name }) => name === savedDatabaseName);
}
