import type { Readable } from 'node:stream';

/** One request of an upload: a whole file, or one chunk. */
export type IncomingChunk = {
  /** A valid id; for something new, one that the sender chose or that was generated for it. */
  fileId: string;
  /** True for a chunk that goes on with a file whose upload has begun. */
  isContinuation: boolean;
  name: string;
  /** Which bytes of the file these are, both ends inclusive; null when the request holds all of it. */
  range: { first: number; last: number; total: number } | null;
  bytes: Readable;
  /** What the request said it holds, the rest of the form included; null when it did not say. */
  announcedBytes?: number | null;
  /**
   * What else was said of the file. Clients say it behind the bytes, so this settles only once those have been read or
   * drained; it rejects when it may not be said so.
   */
  attributes(): Promise<FileAttributes>;
};

export type FileAttributes = {
  /** A virtual folder such as `photos/2026`; '' is the root. */
  folder: string;
  permissions: readonly string[];
};
