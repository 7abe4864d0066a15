import { chunkBytes } from '#domain/text/chunk.ts';

/**
 * Splits a file for sending: a file of up to one chunk is one request; a larger one is sent in chunks of exactly that
 * size.
 */

/** One request: the bytes from `start` up to but not including `end`. */
export type Chunk = { index: number; start: number; end: number };

/** Returns all chunks of a file of `size` bytes, in order. An empty file is one empty request. */
export function planChunks(size: number): Chunk[] {
  const count = Math.max(1, Math.ceil(size / chunkBytes));
  return Array.from({ length: count }, (_, index) => ({
    index,
    start: index * chunkBytes,
    end: Math.min((index + 1) * chunkBytes, size),
  }));
}

/**
 * Returns the chunks to send if the server has the first `chunksUploaded` chunks. The server may also have later
 * chunks; sending these few again does no harm.
 */
export function missingChunks(chunks: readonly Chunk[], chunksUploaded: number): Chunk[] {
  return chunks.slice(Math.max(0, chunksUploaded));
}

/** Returns the `content-range` of a chunk, last byte inclusive; null for a file sent in one request. */
export function contentRange(chunk: Chunk, size: number): string | null {
  return size > chunkBytes ? `bytes ${chunk.start}-${chunk.end - 1}/${size}` : null;
}
