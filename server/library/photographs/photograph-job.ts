import type { LetterTurn } from '#server/library/text-extraction/ocr/letter-turn.ts';

/** The messages between the server and the process that makes pages of photographs. Bytes are passed in files. */
export type PhotographJob = {
  kind: 'page';
  /** The file's SHA-256; null to skip the check. */
  sha256: string | null;
  /** If true, shape and light stay as they are: the picture is only rotated upright by its EXIF. */
  keepsWhole: boolean;
};

/** The page, whose bytes are at the job's output, or the reason why there is none. */
export type PhotographOutcome =
  | {
      state: 'page';
      kind: 'png' | 'jpeg';
      width: number;
      height: number;
      isCropped: boolean;
      isPaper: boolean;
      /** Clockwise rotation in degrees, judged by the letters. */
      turn: NonNullable<LetterTurn>;
    }
  | { state: 'damaged' }
  | { state: 'too-large' }
  /** The stored bytes differ from those in the file's record. */
  | { state: 'other-bytes' };
