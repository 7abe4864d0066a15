import { imageSize } from 'image-size';
import { judgedBytes, typeByBytes, type FileType } from '#domain/file-type.ts';
import { exifHeadBytes, readTimeTaken } from '#domain/time-taken.ts';
import type { PagePicture } from '#domain/photograph-groups.ts';
import type { IntakeFile } from './intake-file.ts';
import { isOfPages } from './judge-name.ts';

/** Facts from the beginning of a picture; its pixels are not decoded. */
export type PictureFacts = {
  type: FileType;
  /** In pixels, as it is shown; null if they are not in the beginning. */
  size: { width: number; height: number } | null;
  /** By its EXIF, as `readTimeTaken` gives it. */
  takenAt: string | null;
  /** A program that takes pictures of screens says in it that it is one. */
  isMarkedScreenshot: boolean;
};

/** A file that may be a page, with what is known of it. */
export type Picture = PictureFacts & PagePicture & { file: IntakeFile };

/** Directions of EXIF in which width and height change places. */
const firstSideways = 5;

/** Reads at most the first 128 KB. Null if it is no picture of which a page can be made; rejects if it cannot be read. */
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
    // Its size comes later, or it is damaged, which the library says.
    return null;
  }
}
