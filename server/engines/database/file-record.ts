import type { PageTurns } from '#domain/page-turns.ts';

/** A stored file, or one that is still being uploaded. */
export type FileRecord = {
  id: string;
  sequence: number;
  name: string;
  folder: string;
  /** Permission texts of the contract. */
  permissions: readonly string[];
  /** Empty while pending. */
  mimeType: string;
  sizeBytes: number;
  chunksTotal: number;
  /** Indexes of the chunks whose bytes are durable, ascending; only while pending. */
  chunksHeld: number[];
  isFinished: boolean;
  /** SHA-256 of the bytes in hexadecimal; empty while pending. */
  sha256: string;
  /** Number of PDF pages; null if they could not be counted. */
  pageCount: number | null;
  /** Pages that are shown rotated: the same pages for all files with these bytes. */
  pageTurns: PageTurns;
  /** A warning for the uploader, or null. */
  warning: string | null;
  ownerId: string;
  /**
   * True if visitors may not read the file: it is staged, or composed of pages and not used yet, or a material used it
   * once and none does now (its file was replaced). False as soon as a material uses it.
   */
  isReleased: boolean;
  createdAt: string;
  updatedAt: string;
};

/**
 * A photograph as one page of a PDF: the rotation by a person in degrees clockwise, and whether its shape and light
 * were left unchanged.
 */
export type LinkedPhotograph = { photographId: string; turn: 0 | 90 | 180 | 270; keepsWhole: boolean };

/** The known attributes of the lost record of a finished file. `createdAt` is in milliseconds since 1970. */
export type LostRecord = Pick<
  FileRecord,
  'id' | 'name' | 'folder' | 'permissions' | 'mimeType' | 'sizeBytes' | 'sha256' | 'pageCount' | 'warning' | 'ownerId'
> & { createdAt: number };
