import type { FileRecord } from '#server/database/database.ts';

export type PictureFormat = 'webp' | 'jpeg' | 'png' | 'avif';

/** Pictures of stored files: of an image, or of a page of a PDF. Derived, cached, rebuildable at any hour. */
export interface PictureService {
  /**
   * A picture `width` pixels wide, snapped up to 160, 320, 640, 1280 or 2560 (design decision 8). `page` counts from 1.
   * Made once by a bounded queue in a child process that is ended on time or memory. Throws Problem
   * `storage_bucket_transformations_disabled` for what cannot be pictured.
   */
  picture(file: FileRecord, wish: { width: number; page: number; format: PictureFormat }): Promise<{ path: string; mediaType: string }>;
  /** Forgets the pictures of a file that is gone. */
  forget(fileId: string): Promise<void>;
  close(): Promise<void>;
}

/** Looks at a PDF in the same guarded child process: how many pages, locked, damaged. Never throws for a bad file. */
export type PdfInspection = { state: 'fine'; pageCount: number } | { state: 'locked' } | { state: 'damaged' } | { state: 'unknown' };
