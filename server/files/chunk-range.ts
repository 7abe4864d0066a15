import { chunkBytes } from '#domain/chunk.ts';
import { Problem } from '#contract/problems.ts';
import type { IncomingChunk } from './incoming-chunk.ts';

/** Where a chunk belongs: which one it is, how many bytes it must have, and how many chunks make the file. */
export type ChunkPlace = { index: number; sizeBytes: number; totalBytes: number; chunksTotal: number };

/**
 * Finds the place of a chunk: chunks begin at multiples of 5 MiB and reach to the next one or to the end of the file.
 * Throws `storage_invalid_content_range`.
 */
export function placeChunk(range: NonNullable<IncomingChunk['range']>): ChunkPlace {
  const { first, last, total } = range;
  const areNumbers = [first, last, total].every((number) => Number.isSafeInteger(number) && number >= 0);
  const end = Math.min(first + chunkBytes, total) - 1;
  if (!areNumbers || first % chunkBytes !== 0 || last < first || last !== end) {
    throw new Problem(
      'storage_invalid_content_range',
      'The content-range header is not valid: chunks are 5 MiB each, the last one ends with the file.',
    );
  }
  return {
    index: first / chunkBytes,
    sizeBytes: last - first + 1,
    totalBytes: total,
    chunksTotal: Math.ceil(total / chunkBytes),
  };
}
