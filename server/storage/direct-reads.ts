import type { DerivedKind } from './derived-objects.ts';

/** An object that visitors may fetch from the store itself: an uploaded file, or one that was derived from a file. */
export type DirectObject = { fileId: string } | { kind: DerivedKind; sha256: string; name: string };

/** The size of an object, and the strong tag, without quotes, with which the store sends its bytes and no others. */
export type FoundObject = { sizeBytes: number; etag: string };

/** Addresses of single objects, at which the store itself sends their bytes (setting STORAGE_REDIRECT). */
export interface DirectReads {
  /** The origin of all of these addresses. */
  origin: string;
  /** What the store has; null if it is missing, or if the store tags it in a way that cannot be compared. */
  find(object: DirectObject): Promise<FoundObject | null>;
  /**
   * An address at which anybody who has it gets the bytes, whole or in ranges, for so many seconds. Needs no request, and
   * does not check whether the object exists.
   */
  sign(object: DirectObject, seconds: number): Promise<string>;
  /**
   * Looks by a request whether the store lets pages of this origin read ranges and their headers. Returns why not, in
   * words for the operator, or null. Never rejects.
   */
  whyUnreadableBy(pageOrigin: string): Promise<string | null>;
}
