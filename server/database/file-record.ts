import type { PageTurns } from '#domain/page-turns.ts';

/** A stored or still arriving file. */
export type FileRecord = {
  id: string;
  sequence: number;
  name: string;
  folder: string;
  /** Permission texts of the contract. */
  permissions: readonly string[];
  /** '' while pending. */
  mimeType: string;
  sizeBytes: number;
  chunksTotal: number;
  /** Indexes of the chunks whose bytes are durable, ascending; only while pending. */
  chunksHeld: number[];
  isFinished: boolean;
  /** SHA-256 of the bytes in hexadecimal; '' while pending. */
  sha256: string;
  /** PDF pages, where they could be counted. */
  pageCount: number | null;
  /** Pages that are shown turned. The same for all files with these bytes. */
  pageTurns: PageTurns;
  /** A warning for the uploader, or null. */
  warning: string | null;
  ownerId: string;
  /** Not for visitors: a material used it once and none does now (its file was replaced), or it is staged. */
  isReleased: boolean;
  createdAt: string;
  updatedAt: string;
};

/** A photograph as one page of a PDF: by how many degrees clockwise a person turned it, and whether its shape and light are kept. */
export type LinkedPhotograph = { photographId: string; turn: 0 | 90 | 180 | 270; keepsWhole: boolean };

/** The lost record of a finished file, as far as it is known. `createdAt` is in milliseconds since 1970. */
export type LostRecord = Pick<
  FileRecord,
  'id' | 'name' | 'folder' | 'permissions' | 'mimeType' | 'sizeBytes' | 'sha256' | 'pageCount' | 'warning' | 'ownerId'
> & { createdAt: number };
