import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { MaterialTextAnswer, PageTextAnswer } from '#contract/additions.ts';
import type { DatabaseName } from '#contract/browser-storage.ts';
import type { MaterialDocument } from '#contract/document.ts';
import type { MaterialKind } from '#domain/material.ts';

/**
 * What was kept on this device for reading without a connection. Pages and service workers of different builds share
 * it: stores and fields may be added, never changed (docs/decisions/0046-keep-offline.md).
 */
export const keptDatabaseName = 'examshelf-kept' satisfies DatabaseName;

/** Why a material is not kept, or not as it should be. */
export type KeptProblem =
  /** There was no room. */
  | 'full'
  /** The library has withdrawn or hidden it. */
  | 'gone'
  /** The library has another file for it now. */
  | 'replaced'
  /** The bytes on the device are not those of the file. */
  | 'damaged'
  /** The library does not give it to everybody. */
  | 'refused';

/** A file in chunks. `held` counts the chunks that are stored, from the first one on. */
export type KeptFile = {
  fileId: string;
  size: number;
  held: number;
  /** The SHA-256 of the file as the server named it; null before the first answer. */
  etag: string | null;
  /** The headers with which the server answered it. */
  headers: [name: string, value: string][];
};

export type KeptMaterial = {
  id: string;
  kind: MaterialKind;
  document: MaterialDocument;
  /** The file that is kept: all of it, verified. Null until then. */
  file: KeptFile | null;
  /** The file that is being fetched; null if none is. */
  coming: KeptFile | null;
  /** Whether it waits for the connection. */
  isWaiting: boolean;
  problem: KeptProblem | null;
  text: MaterialTextAnswer | null;
  addedAt: number;
  /** When the library was last asked whether it is still the same. */
  checkedAt: number | null;
  /** The addresses of other answers that are kept for it. */
  answers: string[];
};

export type KeptChunk = { fileId: string; index: number; bytes: ArrayBuffer; digest: string };
export type KeptPage = PageTextAnswer & { id: string };
export type KeptAnswer = { address: string; body: ArrayBuffer; headers: [name: string, value: string][] };

interface KeptSchema extends DBSchema {
  materials: { key: string; value: KeptMaterial; indexes: { file: string } };
  chunks: { key: [fileId: string, index: number]; value: KeptChunk };
  pages: { key: [id: string, page: number]; value: KeptPage };
  answers: { key: string; value: KeptAnswer };
}

export type KeptDatabase = IDBPDatabase<KeptSchema>;

let opening: Promise<KeptDatabase> | null = null;

/** Opens the database, once. Rejects where the browser stores nothing, for example in some private windows. */
export function openKept(): Promise<KeptDatabase> {
  opening ??= openDB<KeptSchema>(keptDatabaseName, 1, {
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

/** Whether this browser has such a database, without making one. */
export async function hasKeptDatabase(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  return (await indexedDB.databases()).some(({ name }) => name === keptDatabaseName);
}
