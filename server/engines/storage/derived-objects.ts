/** Kinds of derived files in a store that several nodes use; each kind has its own names. */
export type DerivedKind = 'pictures' | 'reading';

/**
 * Files that were derived from stored ones, by the SHA-256 of these and a name, for all nodes. All of them can be
 * rebuilt. This interface can't reach a stored file: keys are checked and have a separate prefix.
 */
export interface DerivedObjects {
  /**
   * Writes the stored object to the file at `to`, whose folder exists. Returns false, without creating the file, if
   * there is none.
   */
  fetch(kind: DerivedKind, sha256: string, name: string, to: string): Promise<boolean>;
  /** Stores the bytes of the file at `from`; the object appears completely or not at all. */
  put(kind: DerivedKind, sha256: string, name: string, from: string): Promise<void>;
  /** Removes all files of this kind that were derived from these bytes. */
  remove(kind: DerivedKind, sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file with stored objects of this kind, in order. Stores list a thousand at a time. */
  digests(kind: DerivedKind): AsyncIterable<string>;
}
