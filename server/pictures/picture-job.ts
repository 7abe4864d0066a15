/** What the server and its picture processes say to each other. Bytes go by files, never by message. */

export type PictureFormat = 'webp' | 'jpeg' | 'png' | 'avif';

export type PictureJob =
  | {
      kind: 'inspect';
      /** The file's own SHA-256, or null when it is not to be compared. */
      sha256: string | null;
    }
  | {
      kind: 'picture';
      sha256: string;
      /** Counts from 1; of an image only 1 exists. */
      page: number;
      /** Pixels. Images are not enlarged. */
      width: number;
      /** Pixels; with `width` the shape that is cut from the top. Null for the whole picture. */
      height: number | null;
      format: PictureFormat;
    }
  | {
      /** The same image without what it tells of place, camera and software (strip-metadata.ts). */
      kind: 'strip';
      sha256: string;
    };

/** What became of a job that came to an end. */
export type PictureOutcome =
  | { state: 'fine'; pageCount: number }
  | { state: 'locked' }
  | { state: 'damaged' }
  | { state: 'no-such-page'; pageCount: number }
  /** More pixels than are decoded; nothing was. */
  | { state: 'too-large'; width: number; height: number }
  /** What lies there now is not the file that is meant. */
  | { state: 'other-bytes' };
