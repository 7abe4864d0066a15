/** A new audit trail entry. Texts that do not apply are empty. */
export type NewTrailEntry = {
  action: string;
  /**
   * True for an action of an administrator, the command line or the server; false for entries that strangers and other
   * accounts can cause.
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
  /** Number of occurrences, more than 1 if they were counted within an hour; the last one was at `lastAt`. */
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
   * Removes, of deeds or of the other entries, all but the newest `keep`. Also removes those older than the time
   * `before`, oldest first, at most `maxAged`. Returns the number of removed entries.
   */
  prune(bounds: { isDeed: boolean; before: number; keep: number; maxAged: number }): Promise<number>;
}
