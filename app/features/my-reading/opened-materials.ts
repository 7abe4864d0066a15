import { materialKinds, type Material, type MaterialKind } from '#domain/material.ts';
import type { EntryStore } from './stored-map.ts';
import { putEntry, removeEntry } from './stored-entries.ts';

/** A material that was opened in this browser, with its attributes at that time. */
export type OpenedMaterial = {
  title: string;
  kind: MaterialKind;
  subject: string;
  /** The id of the file, under which the reader stores the last page. */
  fileId: string;
  /** Null if unknown, for example of a damaged file. */
  pageCount: number | null;
};

/** The recently opened materials, by id. They are stored on this device only and sent nowhere. */
export const openedMaterials: EntryStore<OpenedMaterial> = {
  key: 'reading-opened',
  maxEntries: 30,
  maxCharacters: 50_000,
  check: checkOpened,
};

/** Adds a material to the recently opened ones, or moves it to the top. */
export function rememberOpened({ id, title, kind, subject, fileId, pageCount }: Material): void {
  putEntry(openedMaterials, id, { title, kind, subject, fileId, pageCount });
}

/** Removes a material that is no longer published from the recently opened ones. */
export function forgetOpened(id: string): void {
  removeEntry(openedMaterials, id);
}

function checkOpened({ title, kind, subject, fileId, pageCount }: Record<string, unknown>): OpenedMaterial | null {
  if (typeof title !== 'string' || typeof subject !== 'string' || typeof fileId !== 'string') return null;
  const known = materialKinds.find((each) => each === kind);
  if (!known) return null;
  return { title, kind: known, subject, fileId, pageCount: typeof pageCount === 'number' ? pageCount : null };
}
