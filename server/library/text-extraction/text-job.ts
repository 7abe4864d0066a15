import { z } from 'zod';

/** The messages between the server and the process that reads files. Text is passed in files, never in messages. */

export type TextJob =
  | {
      /** Writes the `PageRead` of these pages as JSON. The job may end before the last page. */
      kind: 'pdf-text';
      /** SHA-256 of the file as uploaded. */
      sha256: string;
      /** Count from 1. */
      pages: readonly number[];
    }
  | { kind: 'html-text'; sha256: string }
  | {
      /** Writes a grey PNG of the page for recognition. */
      kind: 'page-picture';
      sha256: string;
      page: number;
    };

/** The result of a finished job. */
export type TextOutcome =
  | { state: 'done'; pageCount: number }
  | { state: 'locked' }
  | { state: 'damaged' }
  /** The stored bytes differ from those in the file's record. */
  | { state: 'other-bytes' };

/**
 * A page that was read; `isBroken` is true if it can't be loaded. The schema is checked because a hostile file may
 * control the process.
 */
export const pageRead = z.object({
  page: z.int().min(1),
  isBroken: z.boolean(),
  text: z.string(),
  fonts: z.array(z.object({ name: z.string(), share: z.number() })),
  imageShare: z.number(),
  /**
   * Number of letters that are visible on the page, and of those that its own text explains; null if they were not
   * counted.
   */
  pictured: z.object({ letters: z.number(), explained: z.number() }).nullable(),
});
export type PageRead = z.infer<typeof pageRead>;

export const pagesRead = z.array(pageRead);
