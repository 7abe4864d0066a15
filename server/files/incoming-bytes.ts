import { Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';

/** Bytes on their way in, of which the first have been looked at. */
export type PeekedBytes = {
  /** At most `length` bytes; fewer only when there are no more. */
  head: Buffer;
  /** All the bytes, the head included, held to the size given: one byte too many or too few breaks the stream off. */
  held(to: { exactly: number } | { atMost: number }): Readable;
};

/**
 * Waits for the first `length` bytes. Neither this nor reading on destroys `bytes`, so that whoever owns the request
 * can let the rest run dry and still answer.
 */
export async function peek(bytes: Readable, length: number): Promise<PeekedBytes> {
  const chunks: AsyncIterator<unknown> = bytes.iterator({ destroyOnReturn: false });
  const seen: Buffer[] = [];
  for (let count = 0; count < length; ) {
    const next = await chunks.next();
    if (next.done) break;
    const chunk = toBuffer(next.value);
    seen.push(chunk);
    count += chunk.length;
  }
  return {
    head: Buffer.concat(seen).subarray(0, length),
    held: (to) => Readable.from(heldTo(seen, chunks, to), { objectMode: false, highWaterMark: 256 * 1024 }),
  };
}

async function* heldTo(seen: Buffer[], chunks: AsyncIterator<unknown>, to: { exactly: number } | { atMost: number }): AsyncGenerator<Buffer> {
  const limit = 'exactly' in to ? to.exactly : to.atMost;
  let count = 0;
  try {
    for (;;) {
      const chunk = seen.shift() ?? (await nextOf(chunks));
      if (!chunk) break;
      count += chunk.length;
      if (count > limit) throw tooMany(to);
      yield chunk;
    }
    if ('exactly' in to && count < limit) throw wrongLength();
  } finally {
    await chunks.return?.();
  }
}

async function nextOf(chunks: AsyncIterator<unknown>): Promise<Buffer | null> {
  const next = await chunks.next();
  return next.done ? null : toBuffer(next.value);
}

function toBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(String(chunk));
}

function tooMany(to: { exactly: number } | { atMost: number }): Problem {
  return 'exactly' in to ? wrongLength() : tooLarge(to.atMost);
}

function wrongLength(): Problem {
  return new Problem('storage_invalid_content_range', 'The number of bytes sent does not match the content-range header.');
}

/** The file is larger than the operator allows (setting MAX_UPLOAD_MB). */
export function tooLarge(maxBytes: number): Problem {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return new Problem('storage_invalid_file_size', `The file is too large. At most ${megabytes} MB are accepted.`);
}
