/** A new entry of the trail. Texts that do not apply are ''. */
export type NewTrailEntry = {
  action: string;
  /** Done by an administrator, the command line or the server; false for what strangers and other accounts can cause. */
  isDeed: boolean;
  userId: string;
  userName: string;
  subjectId: string;
  title: string;
  /** What was said about it, such as the reason for hiding. */
  detail: string;
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

/** Who did what: a part of the port to the records (database.ts). */
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
