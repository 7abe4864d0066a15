import type { Material } from '#domain/material.ts';

/** A record that harvesters see, of a material that everybody may read or ever could. */
export type HarvestRecord = {
  /** Its place in the order in which records first became public, from 1, without gaps. Never changes. */
  number: number;
  /** Of its last change; every change has a larger one than all before it. */
  revision: number;
  /** Seconds since 1970 of its last change; never smaller than those of earlier revisions. */
  changedAt: number;
  materialId: string;
  facultyId: string;
  /** Null if the record is deleted: the material is hidden, in the trash or purged. */
  material: Material | null;
};

/** Records in order of their number, or of their last change up to a revision. `after` is the position before the first. */
export type HarvestRange = { after: number; facultyId: string | null } & (
  | { order: 'number' }
  | { order: 'revision'; upTo: number }
);

export type HarvestState = {
  /** Milliseconds since 1970: when the library was made. Different for every library, and kept in backups. */
  madeAt: number;
  /** How many records there are, deleted ones included. */
  records: number;
  revision: number;
  /** Seconds since 1970 of the first and the last change. */
  firstChange: number;
  lastChange: number;
};

/**
 * What harvesters see. The engine itself keeps the records in agreement with the materials, in the transaction of each
 * change; they are never removed.
 */
export interface HarvestRecords {
  state(): Promise<HarvestState>;
  find(materialId: string): Promise<HarvestRecord | null>;
  list(range: HarvestRange, limit: number): Promise<HarvestRecord[]>;
  /** The revisions with a datestamp from `from` until `until` (seconds, both inclusive): those after the first, up to the second. */
  findRevisions(from: number, until: number): Promise<{ after: number; upTo: number }>;
  /** Records what the catalogue says in the records of each faculty. If that is new, all its records are to be touched. */
  noteFaculties(digests: ReadonlyMap<string, string>): Promise<void>;
  /** Lets at most `limit` records that are to be touched count as changed now. Returns whether more remain. */
  touch(limit: number): Promise<boolean>;
}
