/** A new audit trail entry. Texts that do not apply are empty. */
export type NewTrailEntry = {
  action: string;
  /**
   * True if done by an administrator, the command line or the server; false if strangers and other accounts can cause
   * it.
   */
  isDeed: boolean;
  userId: string;
  userName: string;
  subjectId: string;
  title: string;
  /** A detail, such as the reason for hiding. */
  detail: string;
  /** A shortened address. */
  network: string;
};

export type TrailEntry = NewTrailEntry & {
  sequence: number;
  at: string;
  /** More than 1 if counted within an hour; the last occurrence was at `lastAt`. */
  times: number;
  lastAt: string;
};

/** The audit trail; part of the database port (database.ts). */
export interface TrailRecords {
  insert(entry: NewTrailEntry): Promise<void>;
  /** Adds to the count of the same action, account and network in the same hour. */
  count(entry: NewTrailEntry, times: number): Promise<void>;
  /** Lists entries, newest first. `before` is a sequence, exclusive; `since` in milliseconds since 1970. */
  list(page: {
    limit: number;
    before?: number | undefined;
    since?: number | undefined;
    isDeed?: boolean | undefined;
  }): Promise<TrailEntry[]>;
  /**
   * Removes, of deeds or of the other entries, all but the newest `keep`, and those older than the time `before`,
   * oldest first and at most `maxAged` of them. Returns the number of removed entries.
   */
  prune(bounds: { isDeed: boolean; before: number; keep: number; maxAged: number }): Promise<number>;
}

export type AccountRecord = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  isAdministrator: boolean;
  isBlocked: boolean;
  /** True if created or updated by the setting ADMIN_EMAIL, or by the first start. */
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
  /** Extended sessions last 30 days and outlive the browser; others end after 12 hours without use. */
  isLong: boolean;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ip: string;
  /** The browser and system that started it, such as "Firefox on Linux"; in older releases the whole user agent. */
  userAgent: string;
};

/** Accounts with their sessions, known browsers and waits; part of the database port (database.ts). */
export interface AccountRecords {
  find(id: string): Promise<AccountRecord | null>;
  /** The email address must be in lower case. */
  findByEmail(email: string): Promise<AccountRecord | null>;
  /** The first administrator, or null if there is none. */
  findAdministrator(): Promise<AccountRecord | null>;
  /** Throws Problem `user_already_exists` if the id or email address is in use. */
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
  /** Lists all administrators in the order of creation. */
  listAdministrators(): Promise<AccountRecord[]>;
  /** Removes the account with its sessions and known browsers. Idempotent. */
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
  /** Removes all sessions of an account except the one with the id `exceptId`. */
  removeSessions(userId: string, exceptId?: string): Promise<void>;
  /** Removes sessions that ended at or before `moment` (milliseconds since 1970). Returns the number removed. */
  removeEndedSessions(moment: number): Promise<number>;
  /** Ends the least recently used sessions of an account until at most `max` remain. */
  keepLatestSessions(userId: string, max: number): Promise<void>;
  /** Lists the accounts that the browser with this secret (its SHA-256) has signed in to. */
  listAccountsOfBrowser(secretHash: string): Promise<string[]>;
  /** Records a sign-in of the browser now, and forgets the account's least recently used browsers beyond `max`. */
  keepBrowser(userId: string, secretHash: string, max: number): Promise<void>;
  /** Replaces the secret of a browser. */
  renameBrowser(secretHash: string, newSecretHash: string): Promise<void>;
  /** Forgets all browsers of an account except the one whose secret has the hash `exceptHash`. */
  removeBrowsers(userId: string, exceptHash?: string): Promise<void>;
  /** Forgets browsers that have not signed in since the given time. */
  removeBrowsersSeenBefore(moment: number): Promise<number>;
  countBrowsers(userId: string): Promise<number>;
  /** Lists waits that end after the given time, latest end first; at most `limit`. */
  listWaits(moment: number, limit: number): Promise<SignInWait[]>;
  saveWait(wait: SignInWait): Promise<void>;
  removeWait(key: string): Promise<void>;
  removeWaitsBefore(moment: number): Promise<number>;
}

/** A wait after too many sign-in attempts. `endsAt` is in milliseconds since 1970. */
export type SignInWait = { key: string; step: number; endsAt: number };

/** The attempts that are counted under a key. server/library/accounts defines the meaning of the numbers. */
export type Tries = { count: number; step: number; endsAt: number };

/** Sign-in attempts, counted for all nodes that share a database. */
export interface TryRecords {
  /**
   * Calls `work` with the counts of these keys, exclusively among all nodes, and stores the map as `work` leaves it.
   * `moment` is by the clock of the database, in milliseconds since 1970. `isFull` is true with more than `maxKeys`
   * keys, give or take a few hundred.
   */
  change<Result>(
    keys: readonly string[],
    maxKeys: number,
    work: (found: { tries: Map<string, Tries>; moment: number; isFull: boolean }) => Result,
  ): Promise<Result>;
  /**
   * Removes entries that ended more than `rememberedMs` ago; keys with fewer attempts than `few` as soon as they end.
   */
  sweep(bounds: { few: number; rememberedMs: number }): Promise<void>;
}
