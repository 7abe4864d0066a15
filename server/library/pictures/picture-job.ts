import type { QuarterTurn } from '#domain/page-turns.ts';

/**
 * The maximum side of a picture: for a page as long as a scroll, 16,000 pixels took AVIF longer than a picture may take,
 * and WebP's limit is slightly higher.
 */
export const maxPictureSide = 8000;

/**
 * The maximum number of pixels: a phone photograph has 12 to 50 million, a scan at 600 dpi 35; a decompression bomb has
 * billions.
 */
export const maxInputPixels = 120_000_000;

/** The messages between the server and its picture processes. Bytes are passed in files, never in messages. */

export type PictureFormat = 'webp' | 'jpeg' | 'png' | 'avif';

export type PictureJob =
  | {
      kind: 'inspect';
      /** The file's SHA-256, or null if it is not to be checked. */
      sha256: string | null;
    }
  | {
      /** Tries the passwords on a PDF. */
      kind: 'unlock';
      sha256: null;
      passwords: string[];
    }
  | {
      kind: 'picture';
      sha256: string;
      /** Counts from 1; an image has only page 1. */
      page: number;
      /** Degrees clockwise by which the page of a PDF is turned. */
      turn: QuarterTurn;
      /** Pixels. Images are not enlarged. */
      width: number;
      /** Pixels; with `width`, the shape that is cropped from the top. Null for the whole picture. */
      height: number | null;
      format: PictureFormat;
    }
  | {
      /** The same image without metadata such as location, camera and software (strip-metadata.ts). */
      kind: 'strip';
      sha256: string;
    };

/** The outcome of a job that finished. */
export type PictureOutcome =
  | { state: 'fine'; pageCount: number }
  /** It was inspected, and its papers are files inside it. */
  | { state: 'portfolio'; pageCount: number }
  | { state: 'locked' }
  /** It opens without a password. */
  | { state: 'not-locked' }
  | { state: 'damaged' }
  | { state: 'no-such-page'; pageCount: number }
  /** More pixels than are accepted; nothing was decoded. */
  | { state: 'too-large'; width: number; height: number }
  /** The stored bytes are not those of the file's record. */
  | { state: 'other-bytes' };
