/** An opened document, to be closed when it is no longer needed. */
export type Opened<Document> = { document: Document; close(): void };

export type DocumentLending<Document> = {
  /** Returns the current document. Use it only for properties that need no loading. */
  current(): Document;
  /**
   * Runs `work` with the current document, which stays open until the work is done. `work` may not store any part of
   * it.
   */
  lend<Result>(work: (document: Document) => Promise<Result>): Promise<Result>;
  /** Replaces the document. The previous one is closed when the last work with it is done. */
  exchange(another: Opened<Document>): void;
};

/** Lends a document that may be replaced by another one with the same content while callers use it. */
export function lendDocument<Document>(first: Opened<Document>): DocumentLending<Document> {
  let inUse = { ...first, borrowers: 0 };

  return {
    current: () => inUse.document,
    async lend(work) {
      const borrowed = inUse;
      borrowed.borrowers += 1;
      try {
        return await work(borrowed.document);
      } finally {
        borrowed.borrowers -= 1;
        if (borrowed.borrowers === 0 && borrowed !== inUse) borrowed.close();
      }
    },
    exchange(another) {
      const before = inUse;
      inUse = { ...another, borrowers: 0 };
      if (before.borrowers === 0) before.close();
    },
  };
}
