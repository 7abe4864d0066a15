import type { Readable } from 'node:stream';

/** One request of an upload: a whole file, or one chunk. */
export type IncomingChunk = {
  /** A valid id; for a new file, chosen by the sender or generated. */
  fileId: string;
  /** True for a chunk of an upload that has begun. */
  isContinuation: boolean;
  name: string;
  /** Which bytes of the file these are, both ends inclusive; null if the request has the whole file. */
  range: { first: number; last: number; total: number } | null;
  bytes: Readable;
  /** The length that the request announced, including the rest of the form; null if it announced none. */
  announcedBytes?: number | null;
  /**
   * The other attributes of the file. Clients send them after the bytes, so this settles only once those have been read
   * or drained. Rejects if the attributes are not valid.
   */
  attributes(): Promise<FileAttributes>;
};

export type FileAttributes = {
  /** A virtual folder such as `photos/2026`; '' is the root. */
  folder: string;
  permissions: readonly string[];
};
