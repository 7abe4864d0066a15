import type { InventorySort } from '#contract/inventory.ts';
import type { Material, MaterialKind } from '#domain/material.ts';

/** A word of a search: in the title, the subject or the file name, or a value of these. */
export type InventoryWord = {
  text: string;
  /** Faculties whose names contain it. */
  facultyIds: readonly string[];
  /** The year that it is, in either calendar, or null. */
  year: number | null;
};

/** Which materials; all of it must hold. Of lists, any value; an empty one matches all, null likewise. */
export type InventorySelection = {
  isInTrash: boolean;
  words: readonly InventoryWord[];
  kinds: readonly MaterialKind[];
  facultyIds: readonly string[];
  semesterIds: readonly string[];
  subjects: readonly string[];
  years: readonly number[];
  yearFrom: number | null;
  yearTo: number | null;
  /** Not the years from the first to the last. */
  outside: readonly [number, number] | null;
  isHidden: boolean | null;
  isSample: boolean | null;
  /** Lists of warnings; the file's is one of each. An empty list matches nothing, as with the two below. */
  warnings: readonly (readonly string[])[];
  /** The SHA-256 of its file is one of these. */
  digests: readonly string[] | null;
  places: readonly { facultyId: string; semesterId: string; subject: string }[] | null;
  /** Made by the publication of this id. */
  publicationId: string | null;
};

export type InventoryPage = {
  sort: InventorySort;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** The id of a material; the page is the one after, or before it. */
  cursor: { direction: 'after' | 'before'; id: string } | null;
};

export type InventoryEntry = {
  material: Material;
  fileName: string;
  /** What was found wrong with its file. */
  warning: string | null;
  hiding: { since: string; reason: string | null } | null;
};

/** All materials in one list, for administrators: a part of the port to the records (database.ts). */
export interface InventoryRecords {
  /** A page, and how many match in all. Throws Problem `general_cursor_not_found`. */
  list(selection: InventorySelection, page: InventoryPage): Promise<{ total: number; entries: InventoryEntry[] }>;
  /** How many match, and the ids of the oldest `limit` of them. */
  listIds(selection: InventorySelection, limit: number): Promise<{ total: number; ids: string[] }>;
}
