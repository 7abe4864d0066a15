import { sharingPicture } from '#contract/addresses.ts';
import type { HandlerOf } from '#server/http/api/request-context.ts';
import type { PictureFormat } from '#server/pictures/picture-job.ts';
import type { PictureOptions } from '#server/pictures/picture-request.ts';

/** Without `width` a picture of a page is as wide as a desktop reads it. */
const defaultPictureWidth = 1280;

type PreviewQuery = Parameters<HandlerOf<'previewFile'>>[0]['query'];

const formats: Record<NonNullable<PreviewQuery['output']>, PictureFormat> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  // Never made: PNG and JPEG show the same picture better, and `Content-Type` says which it is.
  gif: 'png',
  heic: 'jpeg',
};

/** The picture that a preview's query asks for; null when it asks for the file itself. */
export function readPictureOptions({ width = 0, height = 0, page, output }: PreviewQuery): PictureOptions | null {
  if (width === 0 && height === 0 && page === undefined && !output) return null;
  return {
    width: width || height || defaultPictureWidth,
    ...(isSharingShape(width, height) && { shape: 'sharing' }),
    page: page ?? 1,
    format: output ? formats[output] : 'jpeg',
  };
}

/** Any other shape is ignored: each would be another picture of the same page to make and to cache. */
function isSharingShape(width: number, height: number): boolean {
  return height > 0 && height === Math.round((width * sharingPicture.height) / sharingPicture.width);
}
