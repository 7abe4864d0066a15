/** What the server and its picture process say to each other. Bytes go by files, never by message. */

export type PictureFormat = 'webp' | 'jpeg' | 'png' | 'avif';

export type PictureJob =
  | { kind: 'inspect'; path: string }
  | {
      kind: 'picture';
      path: string;
      /** Counts from 1; of an image only 1 exists. */
      page: number;
      /** Pixels. Images are not enlarged. */
      width: number;
      /** Pixels; with `width` the shape that is cut from the top. Null for the whole picture. */
      height: number | null;
      format: PictureFormat;
      /** Where the picture is to be written. */
      output: string;
    };

/** What became of a job that came to an end. */
export type PictureOutcome =
  | { state: 'fine'; pageCount: number }
  | { state: 'locked' }
  | { state: 'damaged' }
  | { state: 'no-such-page'; pageCount: number };
