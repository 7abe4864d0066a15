import type { ByteRange } from '#contract/byte-range.ts';

/**
 * The size of the chunks in which a file is kept. A line that breaks loses at most one, and a range of the reader reads
 * and verifies at most two.
 */
export const chunkBytes = 256 * 1024;

/** How many chunks a file has. */
export function countChunks(size: number): number {
  return Math.ceil(size / chunkBytes);
}

/** The bytes of a chunk, both ends inclusive. */
export function spanOfChunk(index: number, size: number): ByteRange {
  const start = index * chunkBytes;
  return { start, end: Math.min(start + chunkBytes, size) - 1 };
}

/** The chunks that a range touches, in order, each with the part of it that is wanted: from, and to before, an offset. */
export function* partsOfRange({ start, end }: ByteRange): Generator<{ index: number; from: number; to: number }> {
  for (let index = Math.floor(start / chunkBytes); index * chunkBytes <= end; index += 1) {
    const first = index * chunkBytes;
    yield { index, from: Math.max(start - first, 0), to: Math.min(end + 1 - first, chunkBytes) };
  }
}

/** Cuts bytes that arrive in any pieces into chunks; the last one may be shorter. */
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

/** The SHA-256 of bytes, in hexadecimal digits. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Bytes in hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
