import type { Material } from '#domain/material.ts';

/** The harvest record of a material that everybody may read, or once could. */
export type HarvestRecord = {
  /** Position of the record in the order in which records first became public, from 1, without gaps. Never changes. */
  number: number;
  /** The revision of the record's last change; every change gets a greater one than all before it. */
  revision: number;
  /** Time of the record's last change in seconds since 1970; never smaller than that of earlier revisions. */
  changedAt: number;
  materialId: string;
  facultyId: string;
  /** Null if the record is deleted: the material is hidden, in the trash or purged. */
  material: Material | null;
};

/**
 * Records in order of their number, or of their last change up to a revision. `after` is the position before the first
 * record.
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
 * The records that harvesters see. The engine updates them in the same transaction as the materials; they are never
 * removed.
 */
export interface HarvestRecords {
  state(): Promise<HarvestState>;
  find(materialId: string): Promise<HarvestRecord | null>;
  list(range: HarvestRange, limit: number): Promise<HarvestRecord[]>;
  /**
   * Finds the revisions with a datestamp from `from` until `until` (seconds, both inclusive): all revisions greater
   * than `after`, up to `upTo`.
   */
  findRevisions(from: number, until: number): Promise<{ after: number; upTo: number }>;
  /**
   * Stores the digest of each faculty in the catalogue. If it has changed, all records of the faculty become due for
   * `touch`.
   */
  noteFaculties(digests: ReadonlyMap<string, string>): Promise<void>;
  /** Marks at most `limit` due records as changed now. Returns true if more remain. */
  touch(limit: number): Promise<boolean>;
}
