import type { IncompleteDraft, Material, MaterialChange, MaterialKind } from '#domain/material.ts';
import type { ListQuery } from '#contract/query.ts';
import type { ShelfCounts, ShelfTotals } from '#contract/shelf.ts';

/**
 * The port to the records. Engine-blind: SQLite and PostgreSQL are adapters that pass the same suite
 * (database.suite.ts). A missing row is null; every write is durable once its promise resolves.
 * Times go in and come out as milliseconds since 1970 only inside this folder; here they are contract moments.
 */
export interface Database extends Records {
  /**
   * Runs `work` in one transaction on the only writing connection; rolls back when it throws.
   * Inside, write through `records` alone: a write through the database itself would wait for this very transaction.
   * Never await the network or a file inside.
   */
  transaction<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** Resolves when the engine answers reads; rejects with a reason otherwise. */
  ping(): Promise<void>;
  /** Resolves once a small change (the moment it was made) is durable; rejects with a reason otherwise. */
  pingWriting(): Promise<void>;
  /** The moment that `pingWriting` noted last (milliseconds since 1970); null before the first. */
  lastMoment(): Promise<number | null>;
  /** Daily work that keeps statements quick, such as measuring how large the tables have become. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export interface Records {
  materials: MaterialRecords;
  files: FileRecords;
  accounts: AccountRecords;
  trail: TrailRecords;
  /** Small facts the server must remember, e.g. that the samples were removed. */
  settings: { find(name: string): Promise<string | null>; set(name: string, value: string): Promise<void> };
  /**
   * How long this library has been served in all, in milliseconds: what decides when something is destroyed, since a
   * clock may jump. `add` counts time that has passed and answers the new sum.
   */
  livedTime: { find(): Promise<number>; add(milliseconds: number): Promise<number> };
}

/** What is stored of a new material; attributes that may be null may be absent. The rest is made or joined. */
export type NewMaterial = Pick<Material, 'id' | 'kind' | 'isSample'> &
  IncompleteDraft & {
    /** Permission texts; readable by everybody without. */
    permissions?: readonly string[];
    /** Milliseconds since 1970; defaults to now. */
    createdAt?: number;
  };

/** What is stored of a change; what is absent stays. */
export type StoredChange = MaterialChange & { permissions?: readonly string[] };

/** Who reads: the roles held, of which one must be allowed to; or nobody in particular who may see all there is. */
export type Readers = readonly string[] | 'everything';

/** The places to count: all that match what is given. */
export type CountedPlaces = { facultyId?: string | undefined; subject?: string | undefined };

export interface MaterialRecords {
  /**
   * Published materials of the kind that match and may be read, by default those everybody may; `total` counts all
   * matches whatever limit, offset and cursor. Throws Problem for an unknown cursor.
   */
  list(kind: MaterialKind, query: ListQuery, readers?: Readers): Promise<{ total: number; materials: Material[] }>;
  /** By id, of any kind, trash included (look at `deletedAt`). */
  find(id: string): Promise<Material | null>;
  /** Throws Problem `document_already_exists` when the id is taken, trash included. */
  insert(material: NewMaterial): Promise<Material>;
  /**
   * Null when it is missing or in the trash, or has changed after `unchangedSince` (milliseconds since 1970), which is
   * looked at in the very statement that writes. `updatedAt` always moves.
   */
  update(id: string, change: StoredChange, unchangedSince?: number): Promise<Material | null>;
  /** Moves to the trash; null when missing or already there, or changed after `unchangedSince`, as with `update`. */
  withdraw(id: string, unchangedSince?: number): Promise<Material | null>;
  /** Back from the trash; null when missing or not there. */
  restore(id: string): Promise<Material | null>;
  /** Removes the row for good and remembers that it was there. Removing twice is fine. */
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
   * All distinct places published materials that may be read stand in, with counts by kind; by default what everybody
   * may. Of one faculty, of subjects of one name (capitals or not), or of all.
   */
  count(places?: CountedPlaces, readers?: Readers): Promise<ShelfCounts>;
  /** The same summed by faculty and kind; ordered by faculty. */
  countByFaculty(readers?: Readers): Promise<ShelfTotals>;
  /** Published materials at one of these places, whoever may read them, newest first (used for places the catalogue no longer has). */
  listAt(
    places: { facultyId: string; semesterId: string; subject: string }[],
    page: { limit: number; offset: number },
  ): Promise<{ total: number; materials: Material[] }>;
  listSamples(): Promise<Material[]>;
  /** How the file is used, as document or cover: by something published, only by trash, or by nothing. */
  usesOfFile(fileId: string): Promise<'published' | 'trash' | 'none'>;
  /** Whether something that is published and for everybody uses the file. */
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
  /** Indexes of the chunks that are held whole, ascending; only while pending. */
  chunksHeld: number[];
  isFinished: boolean;
  /** SHA-256 of the bytes in hexadecimal; '' while pending. */
  sha256: string;
  /** PDF pages, where they could be counted. */
  pageCount: number | null;
  /** What the uploader should know, or null. */
  warning: string | null;
  ownerId: string;
  /** A material used it once and none does now (its file was replaced): nothing for visitors. */
  isReleased: boolean;
  createdAt: string;
  updatedAt: string;
};

/** What is left of the record of a finished file that was removed. */
export type RemovedFile = Pick<FileRecord, 'id' | 'sha256' | 'sizeBytes'>;

export interface FileRecords {
  find(id: string): Promise<FileRecord | null>;
  /** Finished files that match. `search` looks in id and name. */
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
  /** Notes a chunk as held; noting it twice is fine. Answers the file as it now is. */
  addChunk(id: string, index: number): Promise<FileRecord | null>;
  /** Turns a pending file into a finished one; answers null when it was not pending (someone else finished it). */
  finish(
    id: string,
    facts: { mimeType: string; sizeBytes: number; sha256: string; pageCount: number | null; warning: string | null },
  ): Promise<FileRecord | null>;
  update(
    id: string,
    change: { name?: string; folder?: string; permissions?: readonly string[] },
  ): Promise<FileRecord | null>;
  /** Removes the record and, if it was finished, notes that its bytes are to go. Removing twice is fine. */
  remove(id: string): Promise<void>;
  /** Pending files, those touched longest ago first; with `untouchedSince` only those last touched before that lived time. */
  listPending(limit: number, untouchedSince?: number): Promise<FileRecord[]>;
  /** Files whose record was removed and whose bytes are still to be removed. */
  listRemoved(limit: number): Promise<RemovedFile[]>;
  findRemoved(id: string): Promise<RemovedFile | null>;
  /** The bytes of a removed file are gone. */
  forgetRemoved(id: string): Promise<void>;
  /** Finished files no material uses, trash included in "uses"; newest first. */
  listUnused(page: { limit: number; offset: number }): Promise<{ total: number; files: FileRecord[] }>;
  /** Which of these SHA-256 are those of finished files. */
  knownDigests(digests: readonly string[]): Promise<Set<string>>;
  /** A finished file of these very bytes that is in use, for the warning before a duplicate. */
  findByDigest(sha256: string): Promise<FileRecord[]>;
}

export type AccountRecord = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  isAdministrator: boolean;
  isBlocked: boolean;
  /** Made or updated by ADMIN_EMAIL, or by the first start. */
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
  /** Lengthened sessions last 30 days and survive the browser; others end after 12 h idle. */
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
  /** The administrator made first, or null when none exists. */
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
  /** All administrators, the one made first at the front. */
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
  /** Those over at `moment` (milliseconds since 1970) and not used since the lived time was `untouchedSince`. */
  removeExpiredSessions(moment: number, untouchedSince: number): Promise<number>;
  /** Ends the sessions of an account that were unused longest, beyond so many. */
  keepLatestSessions(userId: string, atMost: number): Promise<void>;
  /** The accounts that a browser of this secret (its SHA-256) has signed in to. */
  listAccountsOfBrowser(secretHash: string): Promise<string[]>;
  /** Notes that the browser signed in now, and forgets the account's browsers unused longest beyond `atMost`. */
  keepBrowser(userId: string, secretHash: string, atMost: number): Promise<void>;
  /** The browser has another secret from now on. */
  renameBrowser(secretHash: string, newSecretHash: string): Promise<void>;
  removeBrowsers(userId: string): Promise<void>;
  /** Forgets browsers that have not signed in since the moment. */
  removeBrowsersSeenBefore(moment: number): Promise<number>;
  countBrowsers(userId: string): Promise<number>;
  /** Waits that end after the moment; those ending last first, at most `limit`. */
  listWaits(moment: number, limit: number): Promise<SignInWait[]>;
  saveWait(wait: SignInWait): Promise<void>;
  removeWait(key: string): Promise<void>;
  removeWaitsBefore(moment: number): Promise<number>;
}

/** Somebody who tried too often and has to wait. `endsAt` in milliseconds since 1970. */
export type SignInWait = { key: string; step: number; endsAt: number };

/** What is written into the trail. Texts that do not apply are ''. */
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
  /** More than 1 for what was counted within an hour; the last one was at `lastAt`. */
  times: number;
  lastAt: string;
};

export interface TrailRecords {
  insert(entry: NewTrailEntry): Promise<void>;
  /** Adds to what was counted of the same action, account and network in the same hour. */
  count(entry: NewTrailEntry, times: number): Promise<void>;
  /** The newest first. `before` is a sequence, exclusive; `since` in milliseconds since 1970. */
  list(page: {
    limit: number;
    before?: number | undefined;
    since?: number | undefined;
    isDeed?: boolean | undefined;
  }): Promise<TrailEntry[]>;
  /**
   * Removes, of deeds or of the rest, what is beyond the newest `keep`, and of what is older than the moment the oldest
   * `agedAtMost`. Answers how many went.
   */
  prune(bounds: { isDeed: boolean; before: number; keep: number; agedAtMost: number }): Promise<number>;
}
