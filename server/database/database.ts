import type { IncompleteDraft, Material, MaterialChange, MaterialKind } from '#domain/material.ts';
import type { ListQuery } from '#contract/query.ts';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';

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
  /** Daily maintenance that keeps statements quick, such as updating statistics. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export interface Records {
  materials: MaterialRecords;
  files: FileRecords;
  accounts: AccountRecords;
  trail: TrailRecords;
  /** Small facts that must be stored, e.g. that the samples were removed. */
  settings: { find(name: string): Promise<string | null>; set(name: string, value: string): Promise<void> };
  /**
   * For how long this library has been served in all, in milliseconds. It decides when something is destroyed, because a
   * clock may jump. `add` adds time that has passed and returns the new sum.
   */
  livedTime: { find(): Promise<number>; add(milliseconds: number): Promise<number> };
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

/** Who reads: the roles of the reader, of which one must be allowed to read; or somebody who may read everything. */
export type Readers = readonly string[] | 'everything';

/** The places to count: all that match the given attributes. */
export type CountedPlaces = { facultyId?: string | undefined; subject?: string | undefined };

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
  /** Moves to the trash; null when missing or already there, or changed after `unchangedSince`, as with `update`. */
  withdraw(id: string, unchangedSince?: number): Promise<Material | null>;
  /** Back from the trash; null when missing or not there. */
  restore(id: string): Promise<Material | null>;
  /** Removes the row for good and records that it was there. Removing twice is fine. */
  remove(id: string): Promise<void>;
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
  /** Published materials at these places, regardless of readers, newest first (for places the catalogue no longer has). */
  listAt(
    places: { facultyId: string; semesterId: string; subject: string }[],
    page: { limit: number; offset: number },
  ): Promise<{ total: number; materials: Material[] }>;
  listSamples(): Promise<Material[]>;
  /** Whether the file is used, as document or cover, by a published material, only in the trash, or not at all. */
  usesOfFile(fileId: string): Promise<'published' | 'trash' | 'none'>;
  /** Whether a published material that everybody may read uses the file. */
  isFileShown(fileId: string): Promise<boolean>;
}

/** A stored or still arriving file. */
export type FileRecord = {
  id: string;
  sequence: number;
  name: string;
  folder: string;
  /** Permission texts of the contract. */
  permissions: readonly string[];
  /** '' while pending. */
  mimeType: string;
  sizeBytes: number;
  chunksTotal: number;
  /** Indexes of the chunks whose bytes are durable, ascending; only while pending. */
  chunksHeld: number[];
  isFinished: boolean;
  /** SHA-256 of the bytes in hexadecimal; '' while pending. */
  sha256: string;
  /** PDF pages, where they could be counted. */
  pageCount: number | null;
  /** A warning for the uploader, or null. */
  warning: string | null;
  ownerId: string;
  /** A material used it once and none does now (its file was replaced): not for visitors. */
  isReleased: boolean;
  createdAt: string;
  updatedAt: string;
};

/** The note about a finished file that was removed. */
export type RemovedFile = Pick<FileRecord, 'id' | 'sha256' | 'sizeBytes'>;

export interface FileRecords {
  find(id: string): Promise<FileRecord | null>;
  /** Finished files that match. `search` applies to id and name. */
  list(query: ListQuery, search: string | null): Promise<{ total: number; files: FileRecord[] }>;
  /** Begins a pending file, readable by everybody once it is finished. Throws Problem `storage_file_already_exists` when the id is taken. */
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
  /** Makes a pending file a finished one; null if it was not pending (another request finished it). */
  finish(
    id: string,
    facts: { mimeType: string; sizeBytes: number; sha256: string; pageCount: number | null; warning: string | null },
  ): Promise<FileRecord | null>;
  update(
    id: string,
    change: { name?: string; folder?: string; permissions?: readonly string[] },
  ): Promise<FileRecord | null>;
  /** Removes the record and, if it was finished, notes that its bytes are to be removed. Removing twice is fine. */
  remove(id: string): Promise<void>;
  /** Pending files, least recently changed first; with `untouchedSince` only those not changed since that lived time. */
  listPending(limit: number, untouchedSince?: number): Promise<FileRecord[]>;
  /** Files whose record was removed and whose bytes are still to be removed. */
  listRemoved(limit: number): Promise<RemovedFile[]>;
  findRemoved(id: string): Promise<RemovedFile | null>;
  /** Removes the note: the bytes of the removed file are gone. */
  forgetRemoved(id: string): Promise<void>;
  /** Finished files that no material uses, not even one in the trash; newest first. */
  listUnused(page: { limit: number; offset: number }): Promise<{ total: number; files: FileRecord[] }>;
  /** Which of these SHA-256 are those of finished files. */
  knownDigests(digests: readonly string[]): Promise<Set<string>>;
  /** Finished files with these bytes that a published material uses, for the warning about duplicates. */
  findByDigest(sha256: string): Promise<FileRecord[]>;
}

export type AccountRecord = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  isAdministrator: boolean;
  isBlocked: boolean;
  /** Created or updated by the setting ADMIN_EMAIL, or by the first start. */
  isFromSettings: boolean;
  createdAt: string;
  updatedAt: string;
  passwordUpdatedAt: string;
};

export type SessionRecord = {
  id: string;
  userId: string;
  /** SHA-256 of the cookie's secret in hexadecimal. */
  secretHash: string;
  /** Lengthened sessions last 30 days and outlive the browser; others end after 12 hours without use. */
  isLong: boolean;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ip: string;
  userAgent: string;
};

export interface AccountRecords {
  find(id: string): Promise<AccountRecord | null>;
  /** E-mail already lower-cased. */
  findByEmail(email: string): Promise<AccountRecord | null>;
  /** The first administrator, or null if there is none. */
  findAdministrator(): Promise<AccountRecord | null>;
  /** Throws Problem `user_already_exists` when id or e-mail is taken. */
  insert(account: {
    id: string;
    email: string;
    name: string;
    passwordHash: string;
    isAdministrator: boolean;
    isFromSettings?: boolean;
  }): Promise<AccountRecord>;
  update(
    id: string,
    change: {
      email?: string;
      name?: string;
      passwordHash?: string;
      isAdministrator?: boolean;
      isBlocked?: boolean;
      isFromSettings?: boolean;
    },
  ): Promise<AccountRecord | null>;
  /** All administrators, in the order they were created. */
  listAdministrators(): Promise<AccountRecord[]>;
  /** Removes the account with its sessions and known browsers. Removing twice is fine. */
  remove(id: string): Promise<void>;
  insertSession(session: {
    id: string;
    userId: string;
    secretHash: string;
    expiresAt: number;
    ip: string;
    userAgent: string;
  }): Promise<SessionRecord>;
  findSession(id: string): Promise<SessionRecord | null>;
  findSessionBySecret(secretHash: string): Promise<SessionRecord | null>;
  /** `expiresAt` in milliseconds since 1970. */
  extendSession(id: string, change: { expiresAt: number; isLong?: boolean }): Promise<SessionRecord | null>;
  listSessions(userId: string): Promise<SessionRecord[]>;
  removeSession(id: string): Promise<void>;
  removeSessions(userId: string): Promise<void>;
  /** Removes those that had ended at `moment` (milliseconds since 1970) and were not used since that lived time. Returns the number. */
  removeExpiredSessions(moment: number, untouchedSince: number): Promise<number>;
  /** Ends the least recently used sessions of an account, so that at most `max` are left. */
  keepLatestSessions(userId: string, max: number): Promise<void>;
  /** The accounts that a browser of this secret (its SHA-256) has signed in to. */
  listAccountsOfBrowser(secretHash: string): Promise<string[]>;
  /** Records that the browser signed in now, and forgets the account's least recently used browsers beyond `max`. */
  keepBrowser(userId: string, secretHash: string, max: number): Promise<void>;
  /** Replaces the secret of a browser. */
  renameBrowser(secretHash: string, newSecretHash: string): Promise<void>;
  removeBrowsers(userId: string): Promise<void>;
  /** Forgets browsers that have not signed in since the moment. */
  removeBrowsersSeenBefore(moment: number): Promise<number>;
  countBrowsers(userId: string): Promise<number>;
  /** Waits that end after the moment, last end first; at most `limit`. */
  listWaits(moment: number, limit: number): Promise<SignInWait[]>;
  saveWait(wait: SignInWait): Promise<void>;
  removeWait(key: string): Promise<void>;
  removeWaitsBefore(moment: number): Promise<number>;
}

/** A wait after too many attempts. `endsAt` in milliseconds since 1970. */
export type SignInWait = { key: string; step: number; endsAt: number };

/** A new entry of the trail. Texts that do not apply are ''. */
export type NewTrailEntry = {
  action: string;
  /** Done by an administrator, the command line or the server; false for what strangers and other accounts can cause. */
  isDeed: boolean;
  userId: string;
  userName: string;
  subjectId: string;
  title: string;
  /** A shortened address. */
  network: string;
};

export type TrailEntry = NewTrailEntry & {
  sequence: number;
  at: string;
  /** More than 1 if counted within an hour; the last time was `lastAt`. */
  times: number;
  lastAt: string;
};

export interface TrailRecords {
  insert(entry: NewTrailEntry): Promise<void>;
  /** Adds to the count of the same action, account and network in the same hour. */
  count(entry: NewTrailEntry, times: number): Promise<void>;
  /** Newest first. `before` is a sequence, exclusive; `since` in milliseconds since 1970. */
  list(page: {
    limit: number;
    before?: number | undefined;
    since?: number | undefined;
    isDeed?: boolean | undefined;
  }): Promise<TrailEntry[]>;
  /**
   * Of deeds, or of the other entries, removes all but the newest `keep`, and those older than the moment `before`, oldest
   * first and at most `maxAged` of them. Returns the number of removed entries.
   */
  prune(bounds: { isDeed: boolean; before: number; keep: number; maxAged: number }): Promise<number>;
}
