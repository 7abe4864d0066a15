import type { ByteSource } from '#server/library/files/byte-source.ts';

/**
 * Reads the bytes of sources one after the other, in pieces on request. Copies nothing: copies of 2 GB left 2 GB of
 * garbage outside the heap, of which some 50 MB stayed in the process.
 */
export type PieceLender = {
  /**
   * Returns the pieces of a source. Each is valid until it is given back; only then the next one is read. Throws the
   * errors of the source, and an error if its bytes are missing.
   */
  pull(source: ByteSource, sizeBytes: number): AsyncGenerator<Uint8Array>;
  /** Returns a piece to its source. Does nothing for other pieces. */
  giveBack(piece: Uint8Array): void;
  /** Discards the rest. Resolves when the source has stopped and closed its file. */
  stop(): Promise<void>;
};

/** Creates a lender for the files of one archive. */
export function createPieceLender(): PieceLender {
  let lent: { piece: Uint8Array; returned: PromiseWithResolvers<void> } | null = null;
  let reading: Promise<void> = Promise.resolve();
  let isStopped = false;

  return {
    async *pull(source, sizeBytes) {
      if (sizeBytes === 0) return;
      let offered = quietPromise<Uint8Array | null>();
      reading = source({ start: 0, end: sizeBytes - 1 }, async (piece) => {
        if (isStopped) throw new Error('no more bytes are needed');
        const returned = quietPromise<void>();
        lent = { piece, returned };
        offered.resolve(piece);
        await returned.promise;
      }).then(
        (isThere) => (isThere ? offered.resolve(null) : offered.reject(new Error('the bytes of a file are missing'))),
        (error: unknown) => offered.reject(error),
      );
      for (;;) {
        const piece = await offered.promise;
        if (piece === null) return;
        offered = quietPromise();
        yield piece;
      }
    },

    giveBack(piece) {
      if (lent?.piece !== piece) return;
      const { returned } = lent;
      lent = null;
      returned.resolve();
    },

    async stop() {
      isStopped = true;
      lent?.returned.reject(new Error('no more bytes are needed'));
      lent = null;
      await reading;
    },
  };
}

/** Returns a promise whose rejection may stay unhandled. */
function quietPromise<Value>(): PromiseWithResolvers<Value> {
  const made = Promise.withResolvers<Value>();
  made.promise.catch(() => undefined);
  return made;
}
