import type { Readable } from 'node:stream';

/**
 * The port to the bytes. Keys are file identifiers and nothing else: anything different throws. Disk and
 * S3 are adapters that pass the same suite (storage.suite.ts). Missing is null; removing twice is fine; what resolved is
 * durable.
 */
export interface Storage {
  /**
   * Takes part `index` (from 0) of a file that is still arriving. It is held only when the stream ended well: a
   * stream that breaks off leaves nothing and rejects. A part already held stays as it is, and `bytes` is then left
   * unread or dropped. Answers the size in bytes of the part that is held.
   */
  putPart(fileId: string, index: number, bytes: Readable): Promise<number>;
  /** The first bytes of the part with index 0, for judging the type; at most `length`, none when it is missing. */
  readHead(fileId: string, length: number): Promise<Uint8Array>;
  /**
   * Joins parts 0 to count-1 to the finished file, which appears whole or not at all. The parts stay, so it may be
   * repeated after a crash. Null when a part is missing. The digest is SHA-256 in hexadecimal.
   */
  joinParts(fileId: string, count: number): Promise<{ sizeBytes: number; sha256: string } | null>;
  /** Drops the parts of a file that never finished (or did). */
  removeParts(fileId: string): Promise<void>;
  /** Files that have parts, in no order, with the moment the last part came (milliseconds since 1970). */
  listParts(): AsyncIterable<{ fileId: string; modifiedAt: number }>;
  /** Size of a finished file, or null. */
  find(fileId: string): Promise<{ sizeBytes: number } | null>;
  /**
   * The bytes from `start` to `end` (both inclusive, from 0), or all; null when the file is missing. Whoever asks
   * must read the stream to its end or destroy it.
   */
  read(fileId: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /**
   * Hands the bytes from `start` to `end` (both inclusive) to `take` in pieces of at most 256 KB, one after the other:
   * the fast way to send them. A piece is valid only until the promise of `take` settles; a rejection ends it and is
   * passed on. Ends early where the file ends. False, with nothing handed over, when the file is missing. With
   * `wholeBytes` a file of another size is not begun: rejects with `DamagedFile`.
   */
  pour(
    fileId: string,
    range: { start: number; end: number },
    take: (piece: Uint8Array) => Promise<void>,
    wholeBytes?: number,
  ): Promise<boolean>;
  /**
   * Hands `work` the path of a readable local copy, for programs that need a file. Null when the file is missing.
   * The path is valid only until `work` settles.
   */
  withLocalFile<Result>(fileId: string, work: (path: string) => Promise<Result>): Promise<Result | null>;
  /**
   * Where a finished file lies below the store's own folder, written with `/`, for a proxy that sends it itself
   * (setting X_ACCEL); null for a store that has no folder. Does not look whether the file exists.
   */
  relativePath(fileId: string): string | null;
  remove(fileId: string): Promise<void>;
  /** Finished files in the store, in no order, for the sweep of strays. */
  list(): AsyncIterable<{ fileId: string; modifiedAt: number }>;
  /**
   * Moves bytes that no record knows out of the store without destroying them: a finished file, or the parts of one
   * that never finished. Answers where they lie now, in words for the operator; null when there are none.
   */
  setAside(fileId: string, kind: 'bytes' | 'parts'): Promise<string | null>;
  /** The ids of finished files that were set aside, in no order. */
  listAside(): AsyncIterable<string>;
  /** Takes a file that was set aside back into the store if these are its bytes. False when there is none. */
  bringBack(file: { id: string; sizeBytes: number; sha256: string }): Promise<boolean>;
  /**
   * Counts time that has passed and removes for good what was set aside and has been there for more than `keptMs` of
   * it. Answers the names of the days removed.
   */
  ageAside(passedMs: number, keptMs: number): Promise<string[]>;
  /** Removes what interrupted writes left half-made, nothing that is being written now. Answers how many files. */
  tidy(): Promise<number>;
  /** Resolves when the store can be written; rejects with a reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The stored bytes are not those of the record: cut short, or changed behind the store's back. */
export class DamagedFile extends Error {
  constructor(fileId: string, sizes: { expected: number; found: number }) {
    super(`the stored file ${fileId} has ${sizes.found} bytes instead of ${sizes.expected}`);
    this.name = 'DamagedFile';
  }
}
