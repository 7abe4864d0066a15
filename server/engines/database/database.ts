import type { IncompleteDraft, Material, MaterialChange, MaterialKind } from '#domain/material.ts';
import type { PageTurns, TurnedPages } from '#domain/page-turns.ts';
import type { ListQuery } from '#contract/query.ts';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';
import type { AccountRecords, TryRecords, TrailRecords } from './account-records.ts';
import type { ChangeLog } from './change-log.ts';
import type { BulkChangeRecords, InventoryRecords } from './bulk-change-records.ts';
import type { FileRecord, LinkedPhotograph, LostRecord } from './file-record.ts';
import type { FileHolds, PhotographWorks } from './node-work.ts';
import type { HarvestRecords } from './harvest-records.ts';
import type { Leases } from '#server/engines/database/sql/leases.ts';
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
   * Runs `work` in one transaction on the only writing connection, and rolls back if it throws. Inside `work`, write
   * only through `records`: a write through the database itself would wait for this transaction to end. Never wait for
   * the network or a file inside it.
   */
  transaction<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** Resolves if the engine can read; otherwise rejects with the reason. */
  ping(): Promise<void>;
  /** Resolves once a small write (the current time) is durable; otherwise rejects with the reason. */
  pingWriting(): Promise<void>;
  /** Returns the time that `pingWriting` last stored (milliseconds since 1970); null before the first call. */
  lastMoment(): Promise<number | null>;
  /** The files on which processes work; null if only this process uses the records. */
  holds: FileHolds | null;
  /** The PDFs of photographs that processes are making; null if only this process uses the records. */
  photographWorks: PhotographWorks | null;
  /** Daily maintenance: updates statistics so that statements stay fast, and removes leftovers of killed processes. */
  tidy(): Promise<void>;
  /** Decides which of several nodes does the work that must be done only once. */
  leases: Leases;
  /**
   * Returns the id of the records' history. Numbers that grow with each change can be compared only within one history.
   * All nodes read the same id; it changes when the records are restored to an older state.
   */
  history(): Promise<string>;
  /**
   * Returns the time in milliseconds since 1970, by one clock for all nodes: the database's if there may be several
   * nodes, else this machine's.
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
   * Dismissed duplicates: pairs of files, by SHA-256, with nearly the same text, which both stay. Each pair is listed
   * once, in either order. A pair is removed when either digest has no file left. At most 10,000; beyond that, the
   * oldest are removed.
   */
  keptPairs: { list(): Promise<(readonly [string, string])[]>; add(one: string, other: string): Promise<void> };
  /**
   * The total time that this library has been served, in milliseconds. Destructive jobs use it instead of the clock,
   * because a clock may jump. `add` adds elapsed time and returns the new total.
   */
  livedTime: { find(): Promise<number>; add(milliseconds: number): Promise<number> };
  staging: StagingRecords;
  publications: PublicationRecords;
  harvest: HarvestRecords;
}

/**
 * The stored attributes of a new material; nullable ones may be absent. All others are generated or come from other
 * tables.
 */
export type NewMaterial = Pick<Material, 'id' | 'kind' | 'isSample'> &
  IncompleteDraft & {
    /** Permission texts; if absent, everybody may read the material. */
    permissions?: readonly string[];
    /** Milliseconds since 1970; defaults to now. */
    createdAt?: number;
  };

/** The stored attributes of an update; absent attributes stay the same. */
export type StoredChange = MaterialChange & { permissions?: readonly string[] };

/**
 * Number of published materials of one kind in a subject, and the number of hidden ones among them; for papers by year.
 */
export type YearCount = Pick<Material, 'kind' | 'semesterId' | 'subject' | 'year'> & { count: number; hidden: number };

/** The time since when, and the reason why, only administrators may read a material. */
export type Hiding = {
  since: string;
  /** Null if the material was hidden only through its permissions. */
  reason: string | null;
  /** The permissions before hiding; null if only administrators could ever read the material. */
  formerPermissions: readonly string[] | null;
};

/** A published material that only administrators may read. */
export type HiddenMaterial = { material: Material; hiding: Hiding };

/** The roles of a reader, of which one must have the permission to read; or a reader who may read everything. */
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
   * Lists published materials of the kind that match the query and that `readers` may read; by default those that
   * everybody may read. `total` counts all matches, ignoring limit, offset and cursor. Throws Problem for an unknown
   * cursor.
   */
  list(kind: MaterialKind, query: ListQuery, readers?: Readers): Promise<{ total: number; materials: Material[] }>;
  /** Finds by id, of any kind, including the trash (see `deletedAt`). */
  find(id: string): Promise<Material | null>;
  /**
   * Finds the materials with these ids (at most `recordsAtOnce`), as `find` does, in no order. `sha256` is the digest
   * of the file, or empty.
   */
  findSome(ids: readonly string[]): Promise<{ material: Material; sha256: string }[]>;
  /** Throws Problem `document_already_exists` if the id is in use, including in the trash. */
  insert(material: NewMaterial): Promise<Material>;
  /**
   * Changes a material. Returns null if it is missing, in the trash, or was changed after `unchangedSince`
   * (milliseconds since 1970), which the writing statement itself checks. `updatedAt` always increases.
   */
  update(id: string, change: StoredChange, unchangedSince?: number): Promise<Material | null>;
  /**
   * Returns since when and why a material is hidden, even if it is in the trash; null if its permissions do not hide
   * it.
   */
  findHiding(id: string): Promise<Hiding | null>;
  /** Does the same for several materials, by id; leaves out those that are not hidden. */
  findHidings(ids: readonly string[]): Promise<Map<string, Hiding>>;
  /** Sets the reason of a hidden material; no effect if it is not hidden. */
  setHidingReason(id: string, reason: string): Promise<void>;
  /** Lists published materials that are hidden, the last hidden first; with `ids` only those. */
  listHidden(page: {
    ids?: readonly string[] | undefined;
    limit: number;
    offset: number;
  }): Promise<{ total: number; materials: HiddenMaterial[] }>;
  /**
   * Moves a material to the trash. Returns null if it is missing, already there, or was changed after `unchangedSince`,
   * as with `update`.
   */
  withdraw(id: string, unchangedSince?: number): Promise<Material | null>;
  /** Restores a material from the trash. Returns null if it is not there. */
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
   * Counts, by kind, published materials in each faculty, term and subject: in one faculty, in the subjects with one
   * name (ignoring case), or in all. Counts those that `readers` may read; by default those that everybody may read.
   */
  count(places?: CountedPlaces, readers?: Readers): Promise<ShelfCounts>;
  /** Same, summed by faculty and kind; ordered by faculty. */
  countByFaculty(readers?: Readers): Promise<ShelfTotals>;
  /**
   * Counts the materials of a faculty except books, readable by anyone or not, by term, subject and kind; papers also
   * by year, which is null for other kinds.
   */
  countByYear(facultyId: string): Promise<YearCount[]>;
  /**
   * Lists published materials of these subjects, readable by anyone or not, newest first. Used for subjects that are no
   * longer in the catalogue.
   */
  listAt(
    places: { facultyId: string; semesterId: string; subject: string }[],
    page: { limit: number; offset: number },
  ): Promise<{ total: number; materials: Material[] }>;
  /** Returns the ids of the subject's materials, including the trash, in no particular order. */
  listIdsAt(place: { facultyId: string; semesterId: string; subject: string }, limit: number): Promise<string[]>;
  /**
   * Lists published materials that everybody may read, optionally of a subject or kind, last created first. `before` is
   * the position before the first material of the page.
   */
  listNewest(selection: NewestSelection, limit: number): Promise<Material[]>;
  listSamples(): Promise<Material[]>;
  /**
   * Lists published materials, readable by anyone or not, whose own file has these bytes: at most 100, oldest first.
   * `anywhere` includes materials in the trash.
   */
  listByDigest(sha256: string, where?: 'published' | 'anywhere'): Promise<Material[]>;
  /**
   * Finds, for each of these SHA-256 digests (at most `recordsAtOnce`), the oldest published material that is not
   * hidden and whose own file has that digest.
   */
  findShownByDigest(digests: readonly string[]): Promise<Map<string, Material>>;
  /**
   * Returns how materials use the file, as document or cover: `readable` if `readers` may read one of the published
   * materials, `restricted` if they may read none of these, `trash` if all materials are in the trash. By default, the
   * reader may read everything.
   */
  usesOfFile(fileId: string, readers?: Readers): Promise<FileUse>;
  /** True if a published material that everybody may read uses the file. */
  isFileShown(fileId: string): Promise<boolean>;
  /** The largest `sequence` of any material, or 0 if there is none. */
  lastSequence(): Promise<number>;
  /**
   * Lists published materials with a greater sequence, readable by anyone or not, in order, with the attributes needed
   * to decide if derived data is up to date. `sha256` is the digest of the file, or empty.
   */
  listVersions(after: number, limit: number): Promise<MaterialVersion[]>;
  /**
   * Counts the materials that everybody may read with `from` <= sequence < `to`, and returns the time of their latest
   * change.
   */
  summarisePublic(range: { from: number; to: number }): Promise<{ count: number; updatedAt: string | null }>;
  /** Lists the same materials in order of sequence; at most as many as the range is long. */
  listPublic(range: { from: number; to: number }): Promise<Pick<Material, 'id' | 'updatedAt'>[]>;
}

export type FileUse = 'readable' | 'restricted' | 'trash' | 'none';

export type MaterialVersion = Pick<Material, 'id' | 'sequence' | 'updatedAt'> & { sha256: string };

/** The note that a finished file was removed. */
export type RemovedFile = Pick<FileRecord, 'id' | 'sha256' | 'sizeBytes'>;

/** The attributes needed to decide if derived data of a file is up to date. */
export type FinishedFile = Pick<FileRecord, 'id' | 'sequence' | 'sha256' | 'mimeType' | 'sizeBytes' | 'pageCount'>;

/** A position in the list of finished files; `beforeAllFiles` is the first. */
export type FinishedPlace = Pick<FileRecord, 'sha256' | 'sequence'>;

export interface FileRecords {
  find(id: string): Promise<FileRecord | null>;
  /**
   * Returns which of these ids (at most `recordsAtOnce`) have a record, and if the file is finished. Reads the state of
   * the writing connection.
   */
  findStates(ids: readonly string[]): Promise<Map<string, 'finished' | 'pending'>>;
  /**
   * Lists finished files after a position, ordered by SHA-256, then sequence. Reading page by page finds all of them,
   * except possibly a file that is finished meanwhile.
   */
  listFinished(after: FinishedPlace, limit: number): Promise<FinishedFile[]>;
  /** Lists finished files that match the query. `search` applies to id and name. */
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
  /** Records that a chunk is stored. Idempotent. Returns the updated file, or null if there is none. */
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
    change: Partial<Pick<FileRecord, 'name' | 'folder' | 'permissions' | 'isReleased'>>,
  ): Promise<FileRecord | null>;
  /**
   * Rotates pages of all finished files with these bytes: pages recognised as rotated, or rotated by a person
   * (domain/page-turns.ts). Returns the resulting rotation of all pages.
   */
  turnPages(sha256: string, turned: readonly TurnedPages[]): Promise<PageTurns>;
  /**
   * Removes the record and, if the file was finished, notes that its bytes must be removed. Idempotent. If the file was
   * made of photographs, also removes those that nothing else uses, and returns them.
   */
  remove(id: string): Promise<FileRecord[]>;
  /**
   * Replaces the recorded photographs of a file. From then on, only administrators may read them, and they can't be
   * removed while the file exists.
   */
  linkPhotographs(fileId: string, photographs: readonly LinkedPhotograph[]): Promise<void>;
  /** Lists the photographs that a file was made of, in order. */
  listPhotographs(fileId: string): Promise<(LinkedPhotograph & { file: FileRecord })[]>;
  /** True if another file was made of this one. */
  isPhotograph(fileId: string): Promise<boolean>;
  /**
   * Lists pending files, least recently changed first; with `untouchedSince`, only those not changed since that lived
   * time.
   */
  listPending(limit: number, untouchedSince?: number): Promise<FileRecord[]>;
  /** Lists, by id, files after the id `after` whose record was removed and whose bytes must still be removed. */
  listRemoved(limit: number, after?: string): Promise<RemovedFile[]>;
  findRemoved(id: string): Promise<RemovedFile | null>;
  /**
   * Restores the lost record of a finished file that a material references, and removes the note of its deletion.
   * Returns false if there is a record.
   */
  restoreRecord(record: LostRecord): Promise<boolean>;
  /** Removes the note once the bytes of the removed file are gone. */
  forgetRemoved(id: string): Promise<void>;
  /** Lists finished files, newest first, that no material uses, not even a material in the trash. */
  listUnused(page: { limit: number; offset: number }): Promise<{ total: number; files: FileRecord[] }>;
  /** Returns those of these SHA-256 digests (at most `recordsAtOnce`) that belong to finished files. */
  knownDigests(digests: readonly string[]): Promise<Set<string>>;
  /** Lists finished files with these bytes, used or not, oldest first; at most 100. */
  listByDigest(sha256: string): Promise<FileRecord[]>;
  /** Lists finished files with these bytes that a published material uses, for the warning about duplicates. */
  findByDigest(sha256: string): Promise<FileRecord[]>;
}
