import type { ListQuery } from '#contract/query.ts';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import type { IncompleteDraft, Material, MaterialChange, MaterialKind } from '#domain/material.ts';
import type { PageTurns, TurnedPages } from '#domain/page-turns.ts';
import type { Leases } from '#server/engines/database/sql/leases.ts';
import type { AccountRecords, TrailRecords, TryRecords } from './account-records.ts';
import type { BulkChangeRecords, InventoryRecords } from './bulk-change-records.ts';
import type { ChangeLog } from './change-log.ts';
import type { FileRecord, LinkedPhotograph, LostRecord } from './file-record.ts';
import type { HarvestRecords } from './harvest-records.ts';
import type { FileHolds, PhotographWorks } from './node-work.ts';
import type { PublicationRecords } from './publication-records.ts';
import type { StagingRecords } from './staging-records.ts';

export type { FileRecord, LinkedPhotograph };

/**
 * The port to the records, independent of the engine: every adapter passes the same suites (`*.suite.ts`). A missing
 * row is null. Every write is durable once its promise resolves. Timestamps in records have the format of the
 * contract.
 */
export interface Database extends Records {
  /**
   * Runs `work` in one transaction on the only writing connection, and rolls back if it throws. Inside, write only
   * through `records`: a write through the database itself would wait for this very transaction. Never await the
   * network or a file inside.
   */
  transaction<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** Resolves if the engine can read; otherwise rejects with the reason. */
  ping(): Promise<void>;
  /** Resolves once a small write (the current time) is durable; otherwise rejects with the reason. */
  pingWriting(): Promise<void>;
  /** Returns the time that `pingWriting` stored last (milliseconds since 1970); null before the first. */
  lastMoment(): Promise<number | null>;
  /** Holds of processes on files; null if only this process uses the records. */
  holds: FileHolds | null;
  /** The PDFs of photographs that processes are making; null if only this process uses the records. */
  photographWorks: PhotographWorks | null;
  /** Daily maintenance: updates statistics so that statements stay fast, and removes leftovers of killed processes. */
  tidy(): Promise<void>;
  /** Decides which of several nodes does work that must be done once. */
  leases: Leases;
  /**
   * Returns the id of the history of the records. Numbers that grow with each change can be compared only within one
   * history. All nodes read the same id; it changes when an older state of the records is restored.
   */
  history(): Promise<string>;
  /**
   * Milliseconds since 1970 by one clock for all nodes: the database's if there may be several, else this machine's.
   */
  now(): number;
  /** The changes of other nodes; null if only one process opens the records. */
  changeLog: ChangeLog | null;
  /** Sign-in attempts that several nodes count together; null if only one process opens the records. */
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
  /** Small facts that must be stored, for example that the samples were removed. */
  settings: {
    find(name: string): Promise<string | null>;
    set(name: string, value: string): Promise<void>;
    /** Stores the value if there is none with that name, and returns the stored value. */
    ensure(name: string, value: string): Promise<string>;
  };
  /**
   * Dismissed duplicates: pairs of files, by SHA-256, whose texts are nearly the same and that shall both stay. Each
   * pair is listed once, in either order. A pair is removed with the last file of either digest. At most 10,000; then
   * the oldest are removed.
   */
  keptPairs: { list(): Promise<(readonly [string, string])[]>; add(one: string, other: string): Promise<void> };
  /**
   * The total time that this library has been served, in milliseconds. It decides when something is destroyed,
   * because a clock may jump. `add` adds elapsed time and returns the new total.
   */
  livedTime: { find(): Promise<number>; add(milliseconds: number): Promise<number> };
  staging: StagingRecords;
  publications: PublicationRecords;
  harvest: HarvestRecords;
}

/** The stored attributes of a new material; nullable ones may be absent. The rest is generated or joined. */
export type NewMaterial = Pick<Material, 'id' | 'kind' | 'isSample'> &
  IncompleteDraft & {
    /** Permission texts; without them everybody may read it. */
    permissions?: readonly string[];
    /** Milliseconds since 1970; defaults to now. */
    createdAt?: number;
  };

/** The stored attributes of an update; absent attributes stay the same. */
export type StoredChange = MaterialChange & { permissions?: readonly string[] };

/** Number of published materials of a kind that a subject has, and of the hidden ones among them; papers by year. */
export type YearCount = Pick<Material, 'kind' | 'semesterId' | 'subject' | 'year'> & { count: number; hidden: number };

/** Time and reason since which only administrators may read a material. */
export type Hiding = {
  since: string;
  /** Null if it was hidden only through its permissions. */
  reason: string | null;
  /** The permissions before; null if nobody else could ever read it. */
  formerPermissions: readonly string[] | null;
};

/** A published material that only administrators may read. */
export type HiddenMaterial = { material: Material; hiding: Hiding };

/** The roles of the reader, one of which must be allowed to read; or a reader who may read everything. */
export type Readers = readonly string[] | 'everything';

/** Selects the faculties, terms and subjects to count: all that match the given attributes. */
export type CountedPlaces = { facultyId?: string | undefined; subject?: string | undefined };

/** Selects a subject, a faculty, or the whole library. `createdAt` is in milliseconds since 1970. */
export type NewestSelection = {
  kind: MaterialKind | null;
  place: { facultyId: string; semesterId: string; subject: string } | null;
  facultyId: string | null;
  before: { createdAt: number; sequence: number } | null;
};

export interface MaterialRecords {
  /**
   * Lists published materials of the kind that match and may be read, by default those that everybody may read.
   * `total` counts all matches, ignoring limit, offset and cursor. Throws Problem for an unknown cursor.
   */
  list(kind: MaterialKind, query: ListQuery, readers?: Readers): Promise<{ total: number; materials: Material[] }>;
  /** Finds by id, of any kind, including the trash (see `deletedAt`). */
  find(id: string): Promise<Material | null>;
  /**
   * Finds those of at most `recordsAtOnce` ids that exist, as `find` does, in no order. `sha256` is that of the file, or
   * empty.
   */
  findSome(ids: readonly string[]): Promise<{ material: Material; sha256: string }[]>;
  /** Throws Problem `document_already_exists` if the id is in use, including in the trash. */
  insert(material: NewMaterial): Promise<Material>;
  /**
   * Null if it is missing or in the trash, or was written after `unchangedSince` (milliseconds since 1970), which the
   * writing statement itself checks. `updatedAt` always increases.
   */
  update(id: string, change: StoredChange, unchangedSince?: number): Promise<Material | null>;
  /** Time and reason of hiding, including in the trash; null if its permissions do not hide it. */
  findHiding(id: string): Promise<Hiding | null>;
  /** Same for many, by id; without those that are not hidden. */
  findHidings(ids: readonly string[]): Promise<Map<string, Hiding>>;
  /** Sets the reason of a hidden material; no effect if it is not hidden. */
  setHidingReason(id: string, reason: string): Promise<void>;
  /** Lists published materials that are hidden, last hidden first; with `ids` only those. */
  listHidden(page: {
    ids?: readonly string[] | undefined;
    limit: number;
    offset: number;
  }): Promise<{ total: number; materials: HiddenMaterial[] }>;
  /** Moves to the trash; null if missing, already there, or changed after `unchangedSince`, as with `update`. */
  withdraw(id: string, unchangedSince?: number): Promise<Material | null>;
  /** Restores from the trash; null if missing or not there. */
  restore(id: string): Promise<Material | null>;
  /** Removes the row permanently and records that it existed. Idempotent. */
  remove(id: string): Promise<void>;
  /** Same for many. */
  removeAll(ids: readonly string[]): Promise<void>;
  /** True if a material with this id was ever removed permanently, even if another has the id now. */
  wasPurged(id: string): Promise<boolean>;
  /** Lists the trash, last withdrawn first. */
  listTrash(page: {
    kind?: MaterialKind;
    limit: number;
    offset: number;
  }): Promise<{ total: number; materials: Material[] }>;
  /** Lists materials withdrawn before the lived time reached `lived`, at most `limit`. */
  listWithdrawnBefore(lived: number, limit: number): Promise<Material[]>;
  /**
   * Counts by kind the published materials that may be read, by default by everybody, for each faculty, term and
   * subject: of one faculty, of subjects with one name (ignoring case), or all.
   */
  count(places?: CountedPlaces, readers?: Readers): Promise<ShelfCounts>;
  /** Same, summed by faculty and kind; ordered by faculty. */
  countByFaculty(readers?: Readers): Promise<ShelfTotals>;
  /**
   * Counts the materials of a faculty except books, for all readers, by term, subject and kind. Papers also by year,
   * which is null for the others.
   */
  countByYear(facultyId: string): Promise<YearCount[]>;
  /**
   * Lists published materials of these subjects for all readers, newest first (for those no longer in the catalogue).
   */
  listAt(
    places: { facultyId: string; semesterId: string; subject: string }[],
    page: { limit: number; offset: number },
  ): Promise<{ total: number; materials: Material[] }>;
  /** Returns the ids of the subject's materials, including the trash, in no particular order. */
  listIdsAt(place: { facultyId: string; semesterId: string; subject: string }, limit: number): Promise<string[]>;
  /**
   * Lists published materials that everybody may read, of a subject or kind if given, last created first. `before` is
   * the position of the material before the first.
   */
  listNewest(selection: NewestSelection, limit: number): Promise<Material[]>;
  listSamples(): Promise<Material[]>;
  /**
   * Lists published materials, for all readers, whose own file has these bytes: at most 100, oldest first. `anywhere`
   * includes those in the trash.
   */
  listByDigest(sha256: string, where?: 'published' | 'anywhere'): Promise<Material[]>;
  /**
   * Finds, for each of at most `recordsAtOnce` SHA-256 digests, the oldest published material whose own file has these
   * bytes and that is not hidden.
   */
  findShownByDigest(digests: readonly string[]): Promise<Map<string, Material>>;
  /**
   * Returns how materials use the file, as document or cover: `readable` if the readers may read a published one,
   * `restricted` if all published ones are for others, `trash` if all are in the trash. The default is `everything`.
   */
  usesOfFile(fileId: string, readers?: Readers): Promise<FileUse>;
  /** True if a published material that everybody may read uses the file. */
  isFileShown(fileId: string): Promise<boolean>;
  /** The largest `sequence` of any material, or 0 if there is none. */
  lastSequence(): Promise<number>;
  /**
   * Lists published materials, for all readers, with a greater sequence, in order. The attributes are enough to
   * decide if derived data is up to date. `sha256` is that of the file, or empty.
   */
  listVersions(after: number, limit: number): Promise<MaterialVersion[]>;
  /**
   * Counts the materials that everybody may read with `from` <= sequence < `to`, and returns the time of their latest
   * change.
   */
  summarisePublic(range: { from: number; to: number }): Promise<{ count: number; updatedAt: string | null }>;
  /** Lists those materials in order of sequence. At most as many as the range is long. */
  listPublic(range: { from: number; to: number }): Promise<Pick<Material, 'id' | 'updatedAt'>[]>;
}

export type FileUse = 'readable' | 'restricted' | 'trash' | 'none';

export type MaterialVersion = Pick<Material, 'id' | 'sequence' | 'updatedAt'> & { sha256: string };

/** The note about a finished file that was removed. */
export type RemovedFile = Pick<FileRecord, 'id' | 'sha256' | 'sizeBytes'>;

/** The attributes that decide if something was derived from a file. */
export type FinishedFile = Pick<FileRecord, 'id' | 'sequence' | 'sha256' | 'mimeType' | 'sizeBytes' | 'pageCount'>;

/** A position in the list of finished files; `beforeAllFiles` is the first. */
export type FinishedPlace = Pick<FileRecord, 'sha256' | 'sequence'>;

export interface FileRecords {
  find(id: string): Promise<FileRecord | null>;
  /**
   * Returns which of at most `recordsAtOnce` ids have a record, and if it is finished. Reads the writing connection's
   * state.
   */
  findStates(ids: readonly string[]): Promise<Map<string, 'finished' | 'pending'>>;
  /**
   * Lists finished files after a position, in the order of SHA-256, then sequence. Page by page, all of them are
   * found. A file that is finished meanwhile may be missed.
   */
  listFinished(after: FinishedPlace, limit: number): Promise<FinishedFile[]>;
  /** Lists finished files that match. `search` applies to id and name. */
  list(query: ListQuery, search: string | null): Promise<{ total: number; files: FileRecord[] }>;
  /** True if there is any file, finished or pending. */
  hasAny(): Promise<boolean>;
  /**
   * Starts a pending file, readable by everybody once it is finished. Throws Problem `storage_file_already_exists` if
   * the id is in use, or was used by a finished file that was deleted (file-writes.ts).
   */
  insertPending(file: {
    id: string;
    name: string;
    folder: string;
    sizeBytes: number;
    chunksTotal: number;
    ownerId: string;
  }): Promise<FileRecord>;
  /** Records that a chunk is stored. Idempotent. Returns the file after that. */
  addChunk(id: string, index: number): Promise<FileRecord | null>;
  /**
   * Finishes a pending file; null if it was not pending (another request finished it). Throws Problem
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
   * Rotates pages of all finished files with these bytes: pages that are recognised as rotated, or that a person
   * rotates (domain/page-turns.ts). Returns the rotation of all pages after that.
   */
  turnPages(sha256: string, turned: readonly TurnedPages[]): Promise<PageTurns>;
  /**
   * Removes the record and, if it was finished, notes that its bytes are to be removed. Idempotent. Returns the
   * photographs it was made of that nothing else uses: they are removed with it.
   */
  remove(id: string): Promise<FileRecord[]>;
  /**
   * Replaces the recorded photographs of a file, and lets only administrators read them from now on. Photographs
   * can't be removed while the file exists.
   */
  linkPhotographs(fileId: string, photographs: readonly LinkedPhotograph[]): Promise<void>;
  /** Lists the photographs that a file was made of, in order. */
  listPhotographs(fileId: string): Promise<(LinkedPhotograph & { file: FileRecord })[]>;
  /** True if a file was made of this one. */
  isPhotograph(fileId: string): Promise<boolean>;
  /**
   * Lists pending files, least recently changed first; with `untouchedSince` only those not changed since that lived
   * time.
   */
  listPending(limit: number, untouchedSince?: number): Promise<FileRecord[]>;
  /** Lists, by id after `after`, files whose record was removed and whose bytes are still to be removed. */
  listRemoved(limit: number, after?: string): Promise<RemovedFile[]>;
  findRemoved(id: string): Promise<RemovedFile | null>;
  /**
   * Restores the lost record of a finished file that a material references, and removes the notes that it was
   * deleted. False if there is a record.
   */
  restoreRecord(record: LostRecord): Promise<boolean>;
  /** Removes the note once the bytes of the removed file are gone. */
  forgetRemoved(id: string): Promise<void>;
  /** Lists finished files that no material uses, not even one in the trash; newest first. */
  listUnused(page: { limit: number; offset: number }): Promise<{ total: number; files: FileRecord[] }>;
  /** Returns which of at most `recordsAtOnce` SHA-256 digests are those of finished files. */
  knownDigests(digests: readonly string[]): Promise<Set<string>>;
  /** Lists finished files with these bytes, used or not, oldest first; at most 100. */
  listByDigest(sha256: string): Promise<FileRecord[]>;
  /** Lists finished files with these bytes that a published material uses, for the warning about duplicates. */
  findByDigest(sha256: string): Promise<FileRecord[]>;
}
