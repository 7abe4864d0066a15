/** Timeouts of a connection for the response to a statement, in milliseconds. */
export type Patience = {
  /** Timeout for statements that are quick in any library: a batch of rows, a setting, a commit. */
  answerMs: number;
  /**
   * Timeout for statements that may take long (`runLong`), provided that the server responds to a check every
   * `checkMs`.
   */
  longestMs: number;
  checkMs: number;
};

/** Default timeouts. A batch of rows takes seconds at most; an index of ten million rows takes minutes. */
export const usualPatience: Patience = { answerMs: 60_000, longestMs: 3_600_000, checkMs: 15_000 };
