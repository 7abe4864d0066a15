/** How long a line waits for the answer to a statement, in milliseconds. */
export type Patience = {
  /** To one that is quick however large the library is: a batch of rows, a setting, a commit. */
  answerMs: number;
  /** To one that may take long (`runLong`), as long as the server answers questions, which it is asked so often. */
  longestMs: number;
  lookMs: number;
};

/** A batch of rows takes seconds at most; an index of ten million rows takes minutes. */
export const usualPatience: Patience = { answerMs: 60_000, longestMs: 3_600_000, lookMs: 15_000 };
