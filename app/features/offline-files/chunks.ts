import type { ByteRange } from '#contract/byte-range.ts';

/**
 * Size of the chunks in which a file is stored. A lost connection loses at most one, and a range of the reader reads and verifies
 * at most two.
 */
export const chunkBytes = 256 * 1024;

/** Returns the number of chunks of a file. */
export function countChunks(size: number): number {
  return Math.ceil(size / chunkBytes);
}

/** Returns the byte range of a chunk, both ends inclusive. */
export function spanOfChunk(index: number, size: number): ByteRange {
  const start = index * chunkBytes;
  return { start, end: Math.min(start + chunkBytes, size) - 1 };
}

/**
 * Yields the chunks that a range overlaps, in order, each with the offsets `from` (inclusive) and `to` (exclusive) of the part
 * inside the range.
 */
export function* partsOfRange({ start, end }: ByteRange): Generator<{ index: number; from: number; to: number }> {
  for (let index = Math.floor(start / chunkBytes); index * chunkBytes <= end; index += 1) {
    const first = index * chunkBytes;
    yield { index, from: Math.max(start - first, 0), to: Math.min(end + 1 - first, chunkBytes) };
  }
}

/** Cuts bytes that arrive in pieces of any size into chunks; the last one may be shorter. */
export function createChunkCutter(): { add(piece: Uint8Array): ArrayBuffer[]; rest(): ArrayBuffer | null } {
  let chunk = new Uint8Array(chunkBytes);
  let filled = 0;
  return {
    add(piece) {
      const whole: ArrayBuffer[] = [];
      for (let at = 0; at < piece.length;) {
        const taken = Math.min(piece.length - at, chunkBytes - filled);
        chunk.set(piece.subarray(at, at + taken), filled);
        at += taken;
        filled += taken;
        if (filled < chunkBytes) continue;
        whole.push(chunk.buffer);
        chunk = new Uint8Array(chunkBytes);
        filled = 0;
      }
      return whole;
    },
    rest: () => (filled > 0 ? chunk.slice(0, filled).buffer : null),
  };
}

/** Returns the SHA-256 of bytes in hexadecimal digits. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns bytes in hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
