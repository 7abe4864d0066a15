import type { Material, MaterialKind } from '#domain/material.ts';

/** All attributes of a material that a bulk edit can set. Undoing sets every one of them. */
export type MaterialState = {
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
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
