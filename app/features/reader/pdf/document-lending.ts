/** Something opened, to be closed when nobody needs it any more. */
export type Opened<Document> = { document: Document; close(): void };

export type DocumentLending<Document> = {
  /** The one in use, for what is known of it at once. */
  current(): Document;
  /** Does `work` with the one in use, which stays open until the work is done. Nothing of it may be kept for later. */
  lend<Result>(work: (document: Document) => Promise<Result>): Promise<Result>;
  /** Lends another one from now on. The one before is closed as soon as the last who borrowed it is done. */
  exchange(another: Opened<Document>): void;
};

/** Lends a document that may be exchanged for another of the same content, unseen by those who borrow it. */
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
