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

/** All attributes of a material that a bulk edit can set. Undoing sets every one of them. */
export type MaterialState = {
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
  fileId: string;
  year: number | null;
  yearBs: number | null;
  coverFileId: string | null;
  permissions: readonly string[];
  /** Time (milliseconds since 1970; null means now) and reason of hiding, and the permissions before it. */
  hiding: { since: number | null; reason: string | null; formerPermissions: readonly string[] | null } | null;
  /** Time at which the material was moved to the trash, as system time and as lived time; null means now. */
  trash: { at: number | null; lived: number | null } | null;
};

/** A material of any kind, including the trash, as a bulk edit reads it. */
export type BulkRow = {
  material: Material;
  state: MaterialState;
  /** Different after every write. */
  updatedAt: number;
};

export type KeptBulkChange = {
  id: string;
  action: string;
  materials: number;
  lived: number;
  reason: string | null;
  /** The result of the undo, as the service wrote it; null before. */
  outcome: string | null;
  madeAt: string;
  userId: string;
  /** Empty if unknown. */
  userName: string;
  /** The most frequent steps of the edit, as the service wrote them. */
  steps: string;
};

export type NewBulkChange = Pick<KeptBulkChange, 'id' | 'action' | 'reason' | 'userId' | 'userName' | 'steps'>;

/**
 * Limits on the number of stored bulk edits, and on their materials in total; a material takes some 400 bytes. Far more
 * than anybody undoes, because stored edits also show which entries of the trail are about a material.
 */
export const keptBulkChanges = { changes: 1000, materials: 100_000 };

/** Bulk edits of materials; part of the database port (database.ts). */
export interface BulkChangeRecords {
  /** Returns the existing rows with these ids, in the order of the ids. */
  read(ids: readonly string[]): Promise<BulkRow[]>;
  /** Sets these attributes on all rows; attributes that are absent stay the same. Each row gets a new `updatedAt`. */
  apply(ids: readonly string[], change: Partial<MaterialState>): Promise<void>;
  /** Stores a bulk edit that was just applied, with the previous state of its materials. */
  keep(change: NewBulkChange, former: readonly { id: string; state: MaterialState }[]): Promise<void>;
  find(id: string): Promise<KeptBulkChange | null>;
  /**
   * Lists edits made at or after that lived time, newest first. `unchanged` is the number of their materials that were
   * not changed since the edit.
   */
  listSince(
    livedFrom: number,
    limit: number,
  ): Promise<{ total: number; changes: (KeptBulkChange & { unchanged: number })[] }>;
  /**
   * Lists the materials of an edit in the order of their ids, with their state before it and their `updatedAt` after
   * it.
   */
  listRows(id: string): Promise<{ id: string; former: MaterialState; updatedAt: number }[]>;
  /** Stores the outcome of undoing the edit. */
  settle(id: string, outcome: string): Promise<void>;
  /** Returns the ids of the edits that changed a material, oldest first. */
  listOf(materialId: string): Promise<string[]>;
  /**
   * Removes all but the newest `changes` edits; removes more if the remaining ones have more than `materials` materials
   * in total.
   */
  prune(keep: { changes: number; materials: number }): Promise<void>;
}
