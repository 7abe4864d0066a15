/** What is kept of derived files in a store that several nodes use; each kind has its own names. */
export type DerivedKind = 'pictures' | 'reading';

/**
 * Files that were derived from stored ones, by the SHA-256 of those and a name, for all nodes. All of them can be made
 * again. Nothing here can reach a stored file: keys are checked and have a prefix of their own.
 */
export interface DerivedObjects {
  /** Writes what is stored into the file at `to`, whose folder exists. False, without a file, when there is nothing. */
  fetch(kind: DerivedKind, sha256: string, name: string, to: string): Promise<boolean>;
  /** Stores the bytes of the file at `from`; it appears whole or not at all. */
  put(kind: DerivedKind, sha256: string, name: string, from: string): Promise<void>;
  /** Removes everything of this kind that was derived from these bytes. */
  remove(kind: DerivedKind, sha256: string): Promise<void>;
  /** The SHA-256 of every file of which something of this kind is stored, in their order. Stores answer a thousand at a time. */
  digests(kind: DerivedKind): AsyncIterable<string>;
}
