import type { Readable } from 'node:stream';

/**
 * The port to the bytes. Keys are file identifiers (contract 3.4) and nothing else. Disk and S3 are adapters that pass
 * the same suite (storage.suite.ts). Missing is null; removing twice is fine; what resolved is durable.
 */
export interface Storage {
  /**
   * Takes part `index` (from 0) of a file that is still arriving. It is held only when the stream ended well: a
   * stream that breaks off leaves nothing. A part already held stays as it is. Answers the part's size in bytes.
   */
  putPart(fileId: string, index: number, bytes: Readable): Promise<number>;
  /** The first bytes of the part with index 0, for judging the type; at most `length`. */
  readHead(fileId: string, length: number): Promise<Uint8Array>;
  /** Joins parts 0 to count-1 to the finished file, which appears whole or not at all. May be repeated after a crash. */
  joinParts(fileId: string, count: number): Promise<{ sizeBytes: number; sha256: string }>;
  /** Drops the parts of a file that never finished (or did). */
  removeParts(fileId: string): Promise<void>;
  /** Size of a finished file, or null. */
  find(fileId: string): Promise<{ sizeBytes: number } | null>;
  /** The bytes from `start` to `end` (both inclusive, from 0), or all; null when the file is missing. */
  read(fileId: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /**
   * Hands `work` the path of a readable local copy, for programs that need a file. Null when the file is missing.
   * The path is valid only until `work` settles.
   */
  withLocalFile<Result>(fileId: string, work: (path: string) => Promise<Result>): Promise<Result | null>;
  remove(fileId: string): Promise<void>;
  /** Finished files in the store, in no order, for the sweep of strays. */
  list(): AsyncIterable<{ fileId: string; modifiedAt: number }>;
  /** Resolves when the store can be written; rejects with a reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Contract 5.2: chunks are exactly 5 MiB, the last one shorter. */
export const partBytes = 5 * 1024 * 1024;
