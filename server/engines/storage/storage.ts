import type { Readable } from 'node:stream';

/**
 * The port to the bytes. Keys are file identifiers; anything else throws. Every adapter passes the same suite
 * (storage.suite.ts). Missing files are null; removing is idempotent; a write is durable once its promise resolves.
 */
export interface Storage {
  /**
   * Stores part `index` (from 0) of a file that is still being uploaded. It counts as stored only if the stream ended
   * without an error: a stream that breaks off leaves nothing and rejects. A part that is already stored is not
   * changed, and `bytes` is then left unread or discarded. Returns the size in bytes of the stored part.
   */
  putPart(fileId: string, index: number, bytes: Readable): Promise<number>;
  /** Returns the first bytes of part 0, for finding out the type; at most `length`, none if it is missing. */
  readHead(fileId: string, length: number): Promise<Uint8Array>;
  /**
   * Returns the bytes of a stored part; null if it is missing. The caller must read the stream to its end or destroy
   * it.
   */
  readPart(fileId: string, index: number): Promise<Readable | null>;
  /**
   * Joins parts 0 to count-1 to the finished file, which appears completely or not at all. The parts stay, so this
   * can be repeated after a crash. Null if a part is missing. The digest is SHA-256 in hexadecimal.
   */
  joinParts(fileId: string, count: number): Promise<{ sizeBytes: number; sha256: string } | null>;
  /** Removes the parts of a file, finished or not. */
  removeParts(fileId: string): Promise<void>;
  /** Lists files that have parts, in no particular order, with the time of the last part (milliseconds since 1970). */
  listParts(): AsyncIterable<{ fileId: string; modifiedAt: number }>;
  /** Returns the size of a finished file, or null. */
  find(fileId: string): Promise<{ sizeBytes: number } | null>;
  /**
   * Returns the bytes from `start` to `end` (both inclusive, from 0), or all; null if the file is missing. The caller
   * must read the stream to its end or destroy it.
   */
  read(fileId: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /**
   * Passes the bytes from `start` to `end` (both inclusive) to `take` in pieces of at most 256 KB, one after the
   * other: the fast way to send them. A piece is valid only until the promise of `take` settles; a rejection stops it
   * and is thrown again. Stops early where the file ends. False, without any piece, if the file is missing. With
   * `wholeBytes`, rejects with `DamagedFile` before the first byte of a file of another size.
   */
  pour(
    fileId: string,
    range: { start: number; end: number },
    take: (piece: Uint8Array) => Promise<void>,
    wholeBytes?: number,
  ): Promise<boolean>;
  /**
   * Passes the path of a readable local copy to `work`, for programs that need a file. Null if the file is missing.
   * The path is valid only until `work` settles.
   */
  withLocalFile<Result>(fileId: string, work: (path: string) => Promise<Result>): Promise<Result | null>;
  /**
   * Returns the path of a finished file below the store's own folder, written with `/`, for a proxy that sends it
   * itself (setting X_ACCEL); null for a store without a folder. Does not check if the file exists.
   */
  relativePath(fileId: string): string | null;
  /**
   * Returns a URL at which anybody who has it gets the whole finished file from the store itself, for
   * `addressSeconds`, with these headers. Null for a store without such URLs (setting STORAGE_REDIRECT). Does not
   * check if the file exists.
   */
  addressFor(fileId: string, headers: AddressHeaders): Promise<string | null>;
  remove(fileId: string): Promise<void>;
  /** Lists finished files in the store, in no particular order, for finding strays. */
  list(): AsyncIterable<{ fileId: string; modifiedAt: number }>;
  /**
   * Moves bytes without a record out of the store without destroying them: a finished file, or the parts of one that
   * was never finished. Returns their new location, in words for the operator; null if there are none.
   */
  setAside(fileId: string, kind: 'bytes' | 'parts'): Promise<string | null>;
  /** Lists the ids of finished files that were set aside, in no particular order. */
  listAside(): AsyncIterable<string>;
  /** Moves a file that was set aside back into the store if it has this size and digest. False if there is none. */
  bringBack(file: { id: string; sizeBytes: number; sha256: string }): Promise<boolean>;
  /**
   * Adds elapsed time, and permanently removes what was set aside more than `keptMs` of that time ago. Returns the
   * names of the removed days.
   */
  ageAside(passedMs: number, keptMs: number): Promise<string[]>;
  /** Removes remains of interrupted writes, but nothing that is being written now. Returns the number of files. */
  tidy(): Promise<number>;
  /** Files derived from the stored ones, for all nodes that use the store; null for a store that one node uses. */
  derived: DerivedObjects | null;
  /** Resolves if the store can be written; otherwise rejects with the reason. */
  ping(): Promise<void>;
  /**
   * Resolves if the store accepts as much as a chunk; otherwise rejects with the reason. Called only after it was
   * full.
   */
  tryRoom(): Promise<void>;
  close(): Promise<void>;
}

/** Headers that the store sends with a file, instead of its own. */
export type AddressHeaders = { contentType: string; contentDisposition: string; cacheControl: string };

/** Long enough to begin a download; a person who may no longer read a file can use its URL for as long. */
export const addressSeconds = 300;

/** Thrown if the stored bytes do not have the size in the record: they were cut off, or changed by another program. */
export class DamagedFile extends Error {
  constructor(fileId: string, sizes: { expected: number; found: number }) {
    super(`the stored file ${fileId} has ${sizes.found} bytes instead of ${sizes.expected}`);
    this.name = 'DamagedFile';
  }
}

/** Kinds of derived files in a store that several nodes use; each kind has its own names. */
export type DerivedKind = 'pictures' | 'reading';

/**
 * Files that were derived from stored ones, by the SHA-256 of those and a name, for all nodes. All of them can be
 * rebuilt. Nothing here can reach a stored file: keys are checked and have a separate prefix.
 */
export interface DerivedObjects {
  /** Writes the stored object into the file at `to`, whose folder exists. False, without a file, if there is none. */
  fetch(kind: DerivedKind, sha256: string, name: string, to: string): Promise<boolean>;
  /** Stores the bytes of the file at `from`; the object appears completely or not at all. */
  put(kind: DerivedKind, sha256: string, name: string, from: string): Promise<void>;
  /** Removes everything of this kind that was derived from these bytes. */
  remove(kind: DerivedKind, sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file with stored objects of this kind, in order. Stores list a thousand at a time. */
  digests(kind: DerivedKind): AsyncIterable<string>;
}

/** Returns the mark of a store or a database while a backup is restored into it. `id` names the restoration. */
export const restorationMark = (id: string): string => `restoration ${id}`;

/** Returns the mark of a store whose files have all arrived, while the records of the library may not be in use yet. */
export const restoredMark = (id: string, libraryId: string): string => `restored ${id} ${libraryId}`;

/** True if a restoration that runs, or was killed, marked it. */
export const isRestorationMark = (mark: string | null): boolean => mark?.startsWith('restoration ') ?? false;

/** Returns the id of the restoration; null for another mark. */
export const readRestorationMark = (mark: string | null): string | null =>
  mark !== null && isRestorationMark(mark) ? mark.slice('restoration '.length) : null;

/** Returns null for another mark. */
export function readRestoredMark(mark: string | null): { id: string; libraryId: string } | null {
  const [, id, libraryId] = /^restored (\S+) (\S+)$/.exec(mark ?? '') ?? [];
  return id === undefined || libraryId === undefined ? null : { id, libraryId };
}
