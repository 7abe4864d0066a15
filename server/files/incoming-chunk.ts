import type { Readable } from 'node:stream';

/** One request of an upload (contract 5.2): a whole file, or one chunk. */
export type IncomingChunk = {
  /** The field `fileId`, or the header `x-appwrite-id` when that was sent; `unique()` asks for one to be made. */
  fileId: string;
  /** True when the id came by `x-appwrite-id`. */
  isContinuation: boolean;
  name: string;
  /** The parsed `content-range`, or null for a single request. Bytes, inclusive, as they were sent. */
  range: { first: number; last: number; total: number } | null;
  bytes: Readable;
  /** What the request said it holds, the rest of the form included; null when it did not say. */
  announcedBytes?: number | null;
  /**
   * What else was said of the file. Clients say it behind the bytes, so this settles only once those have been read or
   * let run dry; it rejects when it may not be said so.
   */
  attributes(): Promise<FileAttributes>;
};

export type FileAttributes = {
  /** A virtual folder such as `photos/2026`; '' is the root. */
  folder: string;
  permissions: readonly string[];
};
