import type { IncompleteDraft, Material, MaterialChange, MaterialKind } from '#domain/material.ts';
import type { PageTurns, TurnedPages } from '#domain/page-turns.ts';
import type { ListQuery } from '#contract/query.ts';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import type { AccountRecords } from './account-records.ts';
import type { ChangeLog } from './change-log.ts';
import type { BulkChangeRecords } from './bulk-change-records.ts';
import type { FileRecord, LinkedPhotograph, LostRecord } from './file-record.ts';
import type { FileHolds } from './file-holds.ts';
import type { PhotographWorks } from './photograph-works.ts';
import type { HarvestRecords } from './harvest-records.ts';
import type { InventoryRecords } from './inventory-records.ts';
import type { Leases } from './leases.ts';
import type { PublicationRecords } from './publication-records.ts';
import type { TryRecords } from './sign-in-tries.ts';
import type { StagingRecords } from './staging-records.ts';
import type { TrailRecords } from './trail-records.ts';

export type { FileRecord, LinkedPhotograph };

/**
 * The port to the records, independent of the engine: every adapter passes the same suites (`*.suite.ts`). A missing row
 * is null; every write is durable once its promise resolves. Moments in records are those of the contract.
 */
export interface Database extends Records {
  /**
   * Runs `work` in one transaction on the only writing connection; rolls back when it throws.
   * Inside, write through `records` alone: a write through the database itself would wait for this very transaction.
   * Never await the network or a file inside.
   */
  transaction<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** Resolves if the engine can read; otherwise rejects with the reason. */
  ping(): Promise<void>;
  /** Resolves once a small change (the current moment) is durable; otherwise rejects with the reason. */
  pingWriting(): Promise<void>;
  /** The moment that `pingWriting` stored last (milliseconds since 1970); null before the first. */
  lastMoment(): Promise<number | null>;
  /** Which process works on which file; null where only this one uses the records. */
  holds: FileHolds | null;
  /** Which process makes which PDF of photographs; null where only this one uses the records. */
  photographWorks: PhotographWorks | null;
  /** Daily maintenance that keeps statements quick, such as updating statistics, and removes what killed processes left. */
  tidy(): Promise<void>;
  /** Which of several nodes does what must be done once. */
  leases: Leases;
  /**
   * Names the history of the records: numbers that grow with each change can be compared within one history only. All nodes read the
   * same one; after an older state of the records was put back it is another.
   */
  history(): Promise<string>;
  /** Milliseconds since 1970, by one clock for all nodes: that of the database if there may be several, else that of this machine. */
  now(): number;
  /** What other nodes change; null if only one process opens the records. */
  changeLog: ChangeLog | null;
  /** Tries to sign in that several nodes count together; null if only one process opens the records. */
  signInTries: TryRecords | null;
  close(): Promise<void>;
}

export interface Records {
  materials: MaterialRecords;
  inventory: InventoryRecords;
  bulkChanges: BulkChangeRecords;
  files: FileRecords;
  accounts: AccountRecords;
  trail: TrailRecords;
  /** Small facts that must be stored, e.g. that the samples were removed. */
  settings: {
    find(name: string): Promise<string | null>;
    set(name: string, value: string): Promise<void>;
    /** Stores the value if there is none of that name; returns what is stored then. */
    ensure(name: string, value: string): Promise<string>;
  };
  /**
   * Pairs of files, by their SHA-256, whose texts are nearly the same and that shall both stay: in either order, each
   * pair once. They go with the last file of either. At most 10,000; then the oldest go.
   */
  keptPairs: { list(): Promise<(readonly [string, string])[]>; add(one: string, other: string): Promise<void> };
  /**
   * For how long this library has been served in all, in milliseconds. It decides when something is destroyed, because a
   * clock may jump. `add` adds time that has passed and returns the new sum.
   */
  livedTime: { find(): Promise<number>; add(milliseconds: number): Promise<number> };
  staging: StagingRecords;
  publications: PublicationRecords;
  harvest: HarvestRecords;
}

/** What is stored of a new material; attributes that may be null may be absent. The rest is generated or joined. */
export type NewMaterial = Pick<Material, 'id' | 'kind' | 'isSample'> &
  IncompleteDraft & {
    /** Permission texts; without them everybody may read it. */
    permissions?: readonly string[];
    /** Milliseconds since 1970; defaults to now. */
    createdAt?: number;
  };

/** What is stored of a change; absent attributes stay as they are. */
export type StoredChange = MaterialChange & { permissions?: readonly string[] };

/** How many published materials of a kind a subject has, and how many of these are hidden; papers by their year. */
export type YearCount = Pick<Material, 'kind' | 'semesterId' | 'subject' | 'year'> & { count: number; hidden: number };

/** Since when and why only administrators may read a material. */
export type Hiding = {
  since: string;
  /** Null if it was hidden by its permissions alone. */
  reason: string | null;
  /** The permissions it had before; null if nobody else could ever read it. */
  formerPermissions: readonly string[] | null;
};

/** A published material that only administrators may read. */
export type HiddenMaterial = { material: Material; hiding: Hiding };

/** Who reads: the roles of the reader, of which one must be allowed to read; or somebody who may read everything. */
export type Readers = readonly string[] | 'everything';

/** The places to count: all that match the given attributes. */
export type CountedPlaces = { facultyId?: string | undefined; subject?: string | undefined };

/** Of a subject, of a faculty, or of the whole shelf. `createdAt` is in milliseconds since 1970. */
export type NewestSelection = {
  kind: MaterialKind | null;
  place: { facultyId: string; semesterId: string; subject: string } | null;
  facultyId: string | null;
  before: { createdAt: number; sequence: number } | null;
};

export interface MaterialRecords {
  /**
   * Published materials of the kind that match and may be read, by default those that everybody may read. `total` counts
   * all matches, without regard to limit, offset and cursor. Throws Problem for an unknown cursor.
   */
  list(kind: MaterialKind, query: ListQuery, readers?: Readers): Promise<{ total: number; materials: Material[] }>;
  /** By id, of any kind, trash included (see `deletedAt`). */
  find(id: string): Promise<Material | null>;
  /** Throws Problem `document_already_exists` when the id is taken, trash included. */
  insert(material: NewMaterial): Promise<Material>;
  /**
   * Null if it is missing or in the trash, or was changed after `unchangedSince` (milliseconds since 1970), which the
   * writing statement itself checks. `updatedAt` always increases.
   */
  update(id: string, change: StoredChange, unchangedSince?: number): Promise<Material | null>;
  /** Since when and why it is hidden, trash included; null if it is not: that follows from its permissions. */
  findHiding(id: string): Promise<Hiding | null>;
  /** Sets the reason of a hidden material; nothing happens if it is not hidden. */
  setHidingReason(id: string, reason: string): Promise<void>;
  /** Published materials that are hidden, last hidden first; with `ids` only those. */
  listHidden(page: {
    ids?: readonly string[] | undefined;
    limit: number;
    offset: number;
  }): Promise<{ total: number; materials: HiddenMaterial[] }>;
  /** Moves to the trash; null when missing or already there, or changed after `unchangedSince`, as with `update`. */
  withdraw(id: string, unchangedSince?: number): Promise<Material | null>;
  /** Back from the trash; null when missing or not there. */
  restore(id: string): Promise<Material | null>;
  /** Removes the row for good and records that it was there. Removing twice is fine. */
  remove(id: string): Promise<void>;
  /** The same of many. */
  removeAll(ids: readonly string[]): Promise<void>;
  /** True when a material of this id was once removed for good, even if another has taken the id since. */
  wasPurged(id: string): Promise<boolean>;
  /** The trash, last withdrawn first. */
  listTrash(page: {
    kind?: MaterialKind;
    limit: number;
    offset: number;
  }): Promise<{ total: number; materials: Material[] }>;
  /** Those withdrawn before the lived time was `lived`, at most `limit`. */
  listWithdrawnBefore(lived: number, limit: number): Promise<Material[]>;
  /**
   * All places with published materials that may be read, by default by everybody, with counts by kind: of one faculty,
   * of subjects of one name (regardless of case), or all.
   */
  count(places?: CountedPlaces, readers?: Readers): Promise<ShelfCounts>;
  /** The same summed by faculty and kind; ordered by faculty. */
  countByFaculty(readers?: Readers): Promise<ShelfTotals>;
  /**
   * What a faculty has but for books, regardless of readers, by term, subject and kind; papers also by year, which is null
   * for the others.
   */
  countByYear(facultyId: string): Promise<YearCount[]>;
  /** Published materials at these places, regardless of readers, newest first (for places the catalogue no longer has). */
  listAt(
    places: { facultyId: string; semesterId: string; subject: string }[],
    page: { limit: number; offset: number },
  ): Promise<{ total: number; materials: Material[] }>;
  /** The ids of materials at that place, trash included, in no order. */
  listIdsAt(place: { facultyId: string; semesterId: string; subject: string }, limit: number): Promise<string[]>;
  /**
   * Published materials that everybody may read, at a place or of a kind if these are given, last created first. `before`
   * is the position of the one before the first.
   */
  listNewest(selection: NewestSelection, limit: number): Promise<Material[]>;
  listSamples(): Promise<Material[]>;
  /**
   * Published materials, regardless of readers, whose own file has these bytes: at most 100, oldest first. `anywhere`
   * includes those in the trash.
   */
  listByDigest(sha256: string, where?: 'published' | 'anywhere'): Promise<Material[]>;
  /**
   * How materials use the file, as document or cover: `readable` if the readers may read one that is published,
   * `restricted` if all published ones are for others, `trash` if all are in the trash. The default is `everything`.
   */
  usesOfFile(fileId: string, readers?: Readers): Promise<FileUse>;
  /** Whether a published material that everybody may read uses the file. */
  isFileShown(fileId: string): Promise<boolean>;
  /** The largest `sequence` of any material, 0 if there is none. */
  lastSequence(): Promise<number>;
  /**
   * Published materials, regardless of readers, with a greater sequence, in its order: as much as tells whether what is
   * derived from them is up to date. `sha256` is that of the file, or ''.
   */
  listVersions(after: number, limit: number): Promise<MaterialVersion[]>;
  /** How many materials everybody may read with `from` <= sequence < `to`, and when one of them was last changed. */
  summarisePublic(range: { from: number; to: number }): Promise<{ count: number; updatedAt: string | null }>;
  /** Those materials, in order of sequence. As many as the range is long, at most. */
  listPublic(range: { from: number; to: number }): Promise<Pick<Material, 'id' | 'updatedAt'>[]>;
}

export type FileUse = 'readable' | 'restricted' | 'trash' | 'none';

export type MaterialVersion = Pick<Material, 'id' | 'sequence' | 'updatedAt'> & { sha256: string };

/** The note about a finished file that was removed. */
export type RemovedFile = Pick<FileRecord, 'id' | 'sha256' | 'sizeBytes'>;

/** What says whether something was derived from a file. */
export type FinishedFile = Pick<FileRecord, 'id' | 'sequence' | 'sha256' | 'mimeType' | 'sizeBytes' | 'pageCount'>;

/** A place in the list of finished files; `beforeAllFiles` is the first. */
export type FinishedPlace = Pick<FileRecord, 'sha256' | 'sequence'>;

export interface FileRecords {
  find(id: string): Promise<FileRecord | null>;
  /** Which of at most `recordsAtOnce` ids have a record, and whether it is finished. Read where it was written last. */
  findStates(ids: readonly string[]): Promise<Map<string, 'finished' | 'pending'>>;
  /**
   * Finished files in the order of their SHA-256, and of their sequence where that is the same, after such a place: page by
   * page, all of them are found. A file that is finished meanwhile may be missed.
   */
  listFinished(after: FinishedPlace, limit: number): Promise<FinishedFile[]>;
  /** Finished files that match. `search` applies to id and name. */
  list(query: ListQuery, search: string | null): Promise<{ total: number; files: FileRecord[] }>;
  /** Whether there is a file at all, finished or pending. */
  hasAny(): Promise<boolean>;
  /**
   * Begins a pending file, readable by everybody once it is finished. Throws Problem `storage_file_already_exists` when the
   * id is taken, also by a finished file that was deleted (used-file-ids.ts).
   */
  insertPending(file: {
    id: string;
    name: string;
    folder: string;
    sizeBytes: number;
    chunksTotal: number;
    ownerId: string;
  }): Promise<FileRecord>;
  /** Records that a chunk is held; recording it twice is fine. Returns the file as it is then. */
  addChunk(id: string, index: number): Promise<FileRecord | null>;
  /**
   * Makes a pending file a finished one; null if it was not pending (another request finished it). Throws Problem
   * `storage_file_already_exists` if a deleted file with the same id had other bytes.
   */
  finish(
    id: string,
    facts: { mimeType: string; sizeBytes: number; sha256: string; pageCount: number | null; warning: string | null },
  ): Promise<FileRecord | null>;
  update(
    id: string,
    change: { name?: string; folder?: string; permissions?: readonly string[] },
  ): Promise<FileRecord | null>;
  /**
   * Turns pages of all finished files with these bytes: those that are recognised as turned, or that a person turns
   * (domain/page-turns.ts). Returns how all pages are turned then.
   */
  turnPages(sha256: string, turned: readonly TurnedPages[]): Promise<PageTurns>;
  /**
   * Removes the record and, if it was finished, notes that its bytes are to be removed. Removing twice is fine. Returns
   * the photographs it was made of that nothing else uses: they are removed with it.
   */
  remove(id: string): Promise<FileRecord[]>;
  /**
   * Records which photographs a file is made of, instead of those recorded before, and lets only administrators read
   * them from now on. Photographs cannot be removed as long as the file is there.
   */
  linkPhotographs(fileId: string, photographs: readonly LinkedPhotograph[]): Promise<void>;
  /** The photographs a file was made of, in their order. */
  listPhotographs(fileId: string): Promise<(LinkedPhotograph & { file: FileRecord })[]>;
  /** Whether a file was made of this one. */
  isPhotograph(fileId: string): Promise<boolean>;
  /** Pending files, least recently changed first; with `untouchedSince` only those not changed since that lived time. */
  listPending(limit: number, untouchedSince?: number): Promise<FileRecord[]>;
  /** Files whose record was removed and whose bytes are still to be removed, by id; those after the id `after`. */
  listRemoved(limit: number, after?: string): Promise<RemovedFile[]>;
  findRemoved(id: string): Promise<RemovedFile | null>;
  /**
   * Restores the lost record of a finished file that a material names, and removes the notes that it was deleted. False if
   * there is a record.
   */
  restoreRecord(record: LostRecord): Promise<boolean>;
  /** Removes the note: the bytes of the removed file are gone. */
  forgetRemoved(id: string): Promise<void>;
  /** Finished files that no material uses, not even one in the trash; newest first. */
  listUnused(page: { limit: number; offset: number }): Promise<{ total: number; files: FileRecord[] }>;
  /** Which of at most `recordsAtOnce` SHA-256 are those of finished files. */
  knownDigests(digests: readonly string[]): Promise<Set<string>>;
  /** Finished files with these bytes, used or not, oldest first; at most 100. */
  listByDigest(sha256: string): Promise<FileRecord[]>;
  /** Finished files with these bytes that a published material uses, for the warning about duplicates. */
  findByDigest(sha256: string): Promise<FileRecord[]>;
}
