import type { Material } from '#domain/material.ts';

/** A harvest record of a material that everybody may read, or could once. */
export type HarvestRecord = {
  /** Its position in the order in which records first became public, from 1, without gaps. Never changes. */
  number: number;
  /** The revision of its last change; every change has a greater one than all before it. */
  revision: number;
  /** Time of its last change in seconds since 1970; never smaller than that of earlier revisions. */
  changedAt: number;
  materialId: string;
  facultyId: string;
  /** Null if the record is deleted: the material is hidden, in the trash or purged. */
  material: Material | null;
};

/**
 * Records in order of their number, or of their last change up to a revision. `after` is the position before the
 * first.
 */
export type HarvestRange = { after: number; facultyId: string | null } & (
  | { order: 'number' }
  | { order: 'revision'; upTo: number }
);

export type HarvestState = {
  /** Milliseconds since 1970 of the creation of the library. Different for every library, and included in backups. */
  madeAt: number;
  /** Number of records, including deleted ones. */
  records: number;
  revision: number;
  /** Seconds since 1970 of the first and the last change. */
  firstChange: number;
  lastChange: number;
};

/**
 * The records that harvesters see. The engine itself keeps them consistent with the materials, in the transaction of
 * each change; they are never removed.
 */
export interface HarvestRecords {
  state(): Promise<HarvestState>;
  find(materialId: string): Promise<HarvestRecord | null>;
  list(range: HarvestRange, limit: number): Promise<HarvestRecord[]>;
  /**
   * Finds the revisions with a datestamp from `from` until `until` (seconds, both inclusive): those after `after`, up
   * to `upTo`.
   */
  findRevisions(from: number, until: number): Promise<{ after: number; upTo: number }>;
  /**
   * Stores what the catalogue says in the records of each faculty. If that is new, all its records become due for
   * `touch`.
   */
  noteFaculties(digests: ReadonlyMap<string, string>): Promise<void>;
  /** Marks at most `limit` due records as changed now. Returns true if more remain. */
  touch(limit: number): Promise<boolean>;
}
