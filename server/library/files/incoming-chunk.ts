import type { Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';
import { chunkBytes } from '#domain/text/chunk.ts';

/** One request of an upload: a whole file, or one chunk. */
export type IncomingChunk = {
  /** A valid id; for a new file, chosen by the sender or generated. */
  fileId: string;
  /** True for a chunk of an upload that has started. */
  isContinuation: boolean;
  name: string;
  /** The byte range of the request in the file, inclusive; null if the request has the whole file. */
  range: { first: number; last: number; total: number } | null;
  bytes: Readable;
  /** The announced length of the request, including the rest of the form; null if the client announced none. */
  announcedBytes?: number | null;
  /**
   * The other attributes of the file. Clients send them after the bytes, so this settles only once the bytes have been
   * read or discarded. Rejects if the attributes are not valid.
   */
  attributes(): Promise<FileAttributes>;
};

type FileAttributes = {
  /** A virtual folder such as `photos/2026`; empty is the root. */
  folder: string;
  permissions: readonly string[];
  /** True if only administrators may read the file until a material uses it. */
  isReleased?: boolean;
};

/** The index of a chunk, its required size, and the number of chunks that the file has. */
export type ChunkRange = { index: number; sizeBytes: number; totalBytes: number; chunksTotal: number };

/**
 * Finds out which chunk was sent: chunks begin at multiples of 5 MiB and end at the next multiple or at the end of the
 * file. Throws `storage_invalid_content_range`.
 */
export function readChunkRange(range: NonNullable<IncomingChunk['range']>): ChunkRange {
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

/**
 * Returns the number of bytes still to be written for a file: its chunks from this one on, and all chunks again to join
 * them.
 */
export function bytesToWrite({ index, totalBytes, chunksTotal }: ChunkRange): number {
  const remaining = totalBytes - index * chunkBytes;
  return chunksTotal > 1 ? remaining + totalBytes : remaining;
}
