import { Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';
import { unavailable } from '#server/engines/database/sqlite/read-limits.ts';

/** The body of one upload request. Never destroys the stream: the request must still get a response. */
export interface IncomingBytes {
  /** Returns the first `length` bytes; fewer only if there are no more. `limited` still includes them. */
  peek(length: number): Promise<Buffer>;
  /** Returns all bytes. The stream fails with a Problem if there are more or fewer than allowed. */
  limited(to: ByteLimit): Readable;
  /** Discards unread bytes, so that the request can end. */
  drain(): Promise<void>;
  /**
   * Called when the sender has started again: from now on, waiting longer than `stalledMs` for bytes or the rest of
   * the form fails.
   */
  giveWay(): void;
  /** Resolves as `rest` does. Rejects with a Problem if `giveWay` was called and it takes too long. */
  unlessStalled<Result>(rest: Promise<Result>): Promise<Result>;
}

/** Longer than a pause of a slow connection, shorter than anybody's patience. */
const stalledMs = 3000;

type ByteLimit = { exactly: number } | { atMost: number };

export function createIncomingBytes(bytes: Readable): IncomingBytes {
  const chunks: AsyncIterator<unknown> = bytes.iterator({ destroyOnReturn: false });
  const seen: Buffer[] = [];
  // An error while nothing reads must not end the process; the next read reports it.
  bytes.on('error', () => undefined);

  const stall = Promise.withResolvers<never>();
  stall.promise.catch(() => undefined);
  const state = { givesWay: false, isWaiting: false };
  let timer: NodeJS.Timeout | undefined;

  function watch(): void {
    clearTimeout(timer);
    if (state.givesWay && state.isWaiting) timer = setTimeout(() => stall.reject(cutOff()), stalledMs);
  }

  async function unlessStalled<Result>(rest: Promise<Result>): Promise<Result> {
    state.isWaiting = true;
    watch();
    try {
      return await Promise.race([rest, stall.promise]);
    } finally {
      state.isWaiting = false;
      clearTimeout(timer);
    }
  }

  async function next(): Promise<Buffer | null> {
    const { done, value } = await unlessStalled(chunks.next());
    return done ? null : toBuffer(value);
  }

  async function* limitedTo(to: ByteLimit): AsyncGenerator<Buffer> {
    const limit = 'exactly' in to ? to.exactly : to.atMost;
    let count = 0;
    for (;;) {
      const chunk = seen.shift() ?? (await next());
      if (!chunk) break;
      count += chunk.length;
      if (count > limit) throw 'exactly' in to ? wrongLength() : tooLarge(to.atMost);
      yield chunk;
    }
    if ('exactly' in to && count < limit) throw wrongLength();
  }

  return {
    async peek(length) {
      let count = seen.reduce((sum, chunk) => sum + chunk.length, 0);
      while (count < length) {
        const chunk = await next();
        if (!chunk) break;
        seen.push(chunk);
        count += chunk.length;
      }
      return Buffer.concat(seen).subarray(0, length);
    },

    limited: (to) => Readable.from(limitedTo(to), { objectMode: false, highWaterMark: 64 * 1024 }),

    async drain() {
      await chunks.return?.().catch(() => undefined);
      // The stream can flow again only after it has noticed, in the next tick, that its reader is gone.
      setImmediate(() => bytes.resume());
    },

    giveWay() {
      state.givesWay = true;
      watch();
    },

    unlessStalled,
  };
}

function toBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(String(chunk));
}

/** A temporary error: a sender that is alive after all may repeat its request. */
function cutOff(): Problem {
  return unavailable('The connection stopped sending, and the same file is being sent on another one.');
}

function wrongLength(): Problem {
  return new Problem(
    'storage_invalid_content_range',
    'The number of bytes sent does not match the content-range header.',
  );
}

/** Returns the problem for a file larger than the operator allows (setting MAX_UPLOAD_MB). */
export function tooLarge(maxBytes: number): Problem {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
  return new Problem('storage_invalid_file_size', `The file is too large. At most ${megabytes} MB are accepted.`);
}
