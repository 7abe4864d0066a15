import type { Readable } from 'node:stream';

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

export type FileAttributes = {
  /** A virtual folder such as `photos/2026`; empty is the root. */
  folder: string;
  permissions: readonly string[];
};
