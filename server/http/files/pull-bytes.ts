import type { ByteSource } from '#server/files/byte-source.ts';

/**
 * The bytes of a source as pieces that are asked for, each a copy that stays valid. The source reads no further than the
 * piece after the one that was taken. Throws what the source throws, and an error if its bytes are missing.
 */
export async function* pullBytes(source: ByteSource, sizeBytes: number): AsyncGenerator<Uint8Array> {
  if (sizeBytes === 0) return;
  let offered = quietPromise<Uint8Array | null>();
  let wanted = quietPromise<void>();
  const pouring = source({ start: 0, end: sizeBytes - 1 }, async (piece) => {
    // Not `slice`, which makes another view of the same memory if the piece is a Buffer.
    offered.resolve(new Uint8Array(piece));
    await wanted.promise;
    wanted = quietPromise();
  }).then(
    (isThere) => (isThere ? offered.resolve(null) : offered.reject(new Error('the bytes of a file are missing'))),
    (error: unknown) => offered.reject(error),
  );
  try {
    for (;;) {
      const piece = await offered.promise;
      if (piece === null) return;
      offered = quietPromise();
      yield piece;
      wanted.resolve();
    }
  } finally {
    // Nobody wants the rest: the source stops and closes its file.
    wanted.reject(new Error('no more bytes are wanted'));
    await pouring;
  }
}

/** A promise whose rejection may stay unobserved. */
function quietPromise<Value>(): PromiseWithResolvers<Value> {
  const made = Promise.withResolvers<Value>();
  made.promise.catch(() => undefined);
  return made;
}
