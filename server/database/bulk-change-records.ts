import type { Material, MaterialKind } from '#domain/material.ts';

/** What a change of many materials can change of each, complete: undoing sets all of it. */
export type MaterialState = {
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
  year: number | null;
  yearBs: number | null;
  coverFileId: string | null;
  permissions: readonly string[];
  /** Since when (milliseconds since 1970; null for now) and why it is hidden, and who could read it before. */
  hiding: { since: number | null; reason: string | null; formerPermissions: readonly string[] | null } | null;
  /** When it was moved to the trash, as moment and as lived time; null for now. */
  trash: { at: number | null; lived: number | null } | null;
};

/** A material of any kind, trash included, as a change of many finds it. */
export type BulkRow = {
  material: Material;
  state: MaterialState;
  /** Another number after every change. */
  updatedAt: number;
};

export type KeptBulkChange = {
  id: string;
  action: string;
  materials: number;
  lived: number;
  reason: string | null;
  /** What undoing it did, as the service wrote it; null until then. */
  outcome: string | null;
  madeAt: string;
  userId: string;
  /** '' if it is not known. */
  userName: string;
  /** The most frequent steps, as the service wrote them. */
  steps: string;
};

export type NewBulkChange = Pick<KeptBulkChange, 'id' | 'action' | 'reason' | 'userId' | 'userName' | 'steps'>;

/** Changes of many materials at once: a part of the port to the records (database.ts). */
export interface BulkChangeRecords {
  /** The rows of these ids, those that exist, in the order of the ids. */
  read(ids: readonly string[]): Promise<BulkRow[]>;
  /** Sets this on all of them; what is absent stays. Each gets another `updatedAt`. */
  apply(ids: readonly string[], change: Partial<MaterialState>): Promise<void>;
  /** Keeps a change that was just applied, with what its materials were before. */
  keep(change: NewBulkChange, former: readonly { id: string; state: MaterialState }[]): Promise<void>;
  find(id: string): Promise<KeptBulkChange | null>;
  /**
   * Changes made at that lived time or later, newest first. `unchanged`: how many of their materials are as the change left
   * them.
   */
  listSince(
    livedFrom: number,
    limit: number,
  ): Promise<{ total: number; changes: (KeptBulkChange & { unchanged: number })[] }>;
  /** The materials of a change in the order of their ids, what each was before, and its `updatedAt` after the change. */
  listRows(id: string): Promise<{ id: string; former: MaterialState; updatedAt: number }[]>;
  /** Notes what undoing it did. */
  settle(id: string, outcome: string): Promise<void>;
  /** The ids of the changes that a material was part of, oldest first. */
  listOf(materialId: string): Promise<string[]>;
  /** Removes all but the newest `changes`, and fewer if those have more than `materials` together. */
  prune(keep: { changes: number; materials: number }): Promise<void>;
}
