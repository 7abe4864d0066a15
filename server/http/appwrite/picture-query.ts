import { sharingPicture } from '#contract/addresses.ts';
import type { HandlerOf } from '#server/http/api/handlers.ts';
import type { PictureFormat } from '#server/library/pictures/picture-job.ts';
import type { PictureOptions } from '#server/library/pictures/picture-request.ts';

/** Without `width`, a picture of a page has the width of a page on a desktop. */
const defaultPictureWidth = 1280;

type PreviewQuery = Parameters<HandlerOf<'previewFile'>>[0]['query'];

const formats: Record<Exclude<PreviewQuery['output'], 'auto' | undefined>, PictureFormat> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  // Never made: PNG and JPEG show the same picture better, and `Content-Type` names the format.
  gif: 'png',
  heic: 'jpeg',
};

/**
 * Returns the picture that the query of a preview requests; null if it requests the file itself. `accept` is the
 * request's header.
 */
export function readPictureOptions(
  { width = 0, height = 0, page, output }: PreviewQuery,
  accept: string,
): PictureOptions | null {
  if (width === 0 && height === 0 && page === undefined && !output) return null;
  return {
    width: width || height || defaultPictureWidth,
    ...(isSharingShape(width, height) && { shape: 'sharing' }),
    page: page ?? 1,
    format: output === 'auto' ? chooseFormat(accept) : output ? formats[output] : 'jpeg',
  };
}

/**
 * Chooses the format of a picture by `Accept`. A page of text in AVIF has 60 to 75 % of the bytes of WebP, and takes
 * three times as long to make, once. Sends both only to clients that name them: text browsers and e-readers accept
 * anything, and many of them can show neither.
 */
function chooseFormat(accept: string): PictureFormat {
  const isNamed = (type: string) =>
    new RegExp(`(?:^|[\\s,])image/${type}(?![^,]*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accept);
  return isNamed('avif') ? 'avif' : isNamed('webp') ? 'webp' : 'jpeg';
}

/**
 * True for the shape of link previews. Other shapes are ignored, because each would be another picture of the same page
 * to make and cache.
 */
function isSharingShape(width: number, height: number): boolean {
  return height > 0 && height === Math.round((width * sharingPicture.height) / sharingPicture.width);
}
