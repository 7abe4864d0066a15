import type { InventorySort } from '#contract/inventory.ts';
import type { Material, MaterialKind } from '#domain/material.ts';

/** A search term. It is found in the title, the subject or the file name, or matches one of the values below. */
export type InventoryWord = {
  text: string;
  /** Faculties whose names contain the term. */
  facultyIds: readonly string[];
  /** The term as a year, in either calendar, or null. */
  year: number | null;
};

/**
 * Selects the materials that meet all conditions. A list matches any of its values; an empty list or null matches all.
 */
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
  /** Matches years outside the range from the first to the last. */
  outside: readonly [number, number] | null;
  isHidden: boolean | null;
  isSample: boolean | null;
  /**
   * Lists of warnings: the warning of the file must be in each list. An empty list matches nothing, as in the two lists
   * below.
   */
  warnings: readonly (readonly string[])[];
  /** The material's file has one of these SHA-256 digests. */
  digests: readonly string[] | null;
  places: readonly { facultyId: string; semesterId: string; subject: string }[] | null;
  /** Created by the publication with this id. */
  publicationId: string | null;
};

export type InventoryPage = {
  sort: InventorySort;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** The id of a material; the page starts after it or ends before it. */
  cursor: { direction: 'after' | 'before'; id: string } | null;
};

export type InventoryEntry = {
  material: Material;
  fileName: string;
  /** The warning about the material's file; null if there is none. */
  warning: string | null;
  hiding: { since: string; reason: string | null } | null;
};

/** All materials of every kind in one list, for administrators; part of the database port (database.ts). */
export interface InventoryRecords {
  /** Returns a page and the number of matches. Throws Problem `general_cursor_not_found`. */
  list(selection: InventorySelection, page: InventoryPage): Promise<{ total: number; entries: InventoryEntry[] }>;
  /** Returns the number of matches and the ids of the `limit` oldest matches. */
  listIds(selection: InventorySelection, limit: number): Promise<{ total: number; ids: string[] }>;
}
