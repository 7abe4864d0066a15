import { imageSize } from 'image-size';
import { judgedBytes, typeByBytes, type FileType } from '#domain/file-type.ts';
import { exifHeadBytes, readTimeTaken } from '#domain/time-taken.ts';
import type { PagePicture } from '#domain/photograph-groups.ts';
import type { IntakeFile } from './intake-file.ts';
import { isOfPages } from './judge-name.ts';

/** Facts from the start of a picture file; its pixels are not decoded. */
export type PictureFacts = {
  type: FileType;
  /** Size in pixels, as displayed; null if not found at the start of the file. */
  size: { width: number; height: number } | null;
  /** Time in the EXIF, as returned by `readTimeTaken`. */
  takenAt: string | null;
  /** True if the program that made it marked it as a screenshot. */
  isMarkedScreenshot: boolean;
};

/** A file that may be a page, with its facts. */
export type Picture = PictureFacts & PagePicture & { file: IntakeFile };

/** EXIF orientations that swap width and height. */
const firstSideways = 5;

/**
 * Reads at most the first 128 KB of a picture. Returns null if no page can be made of it; rejects if it cannot be read.
 */
export async function readPicture(blob: Blob): Promise<PictureFacts | null> {
  const head = new Uint8Array(await blob.slice(0, exifHeadBytes).arrayBuffer());
  const type = typeByBytes('', head.subarray(0, judgedBytes));
  if (!type || !isOfPages(type)) return null;
  const isMarkedScreenshot = screenshotMark.test(latin1.decode(head));
  return { type, size: measure(head), takenAt: readTimeTaken(head), isMarkedScreenshot };
}

const latin1 = new TextDecoder('latin1');
const screenshotMark = /gnome-screenshot|\bScreenshot\b|Greenshot|Snagit|ksnip/;

function measure(head: Uint8Array): PictureFacts['size'] {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation >= firstSideways ? { width: height, height: width } : { width, height };
  } catch {
    // The size comes later in the file, or the file is damaged, which the library will report.
    return null;
  }
}
