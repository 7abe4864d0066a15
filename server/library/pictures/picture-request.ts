import { turnOfPage } from '#domain/page-turns.ts';
import { sharingPicture } from '#contract/addresses.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { PictureFormat } from './picture-job.ts';
import { noSuchPage, unpicturable, type PictureRequest } from './picture-maker.ts';

export type PictureOptions = {
  width: number;
  /** Cropped from the top in the shape of link previews; left out for the whole picture. */
  shape?: 'sharing';
  /** Counts from 1. */
  page: number;
  format: PictureFormat;
};

const pictureWidths = [160, 320, 640, 1280, 2560] as const;
const strippedName = 'stripped';

/**
 * Returns the picture of a file that the options request, at the next width up. Throws Problem
 * `storage_bucket_transformations_disabled` for files of other types, `general_argument_invalid` for a page that the file
 * does not have.
 */
export function requestPicture(
  file: FileRecord,
  { width: minWidth, shape, page, format }: PictureOptions,
): PictureRequest {
  const isImage = file.mimeType.startsWith('image/');
  if (!isImage && file.mimeType !== 'application/pdf') throw unpicturable('only PDFs and images can be');
  const pageCount = isImage ? 1 : file.pageCount;
  if (!Number.isSafeInteger(page) || page < 1 || (pageCount !== null && page > pageCount)) throw noSuchPage(pageCount);
  const width =
    pictureWidths.find((candidate) => candidate >= minWidth) ?? pictureWidths[pictureWidths.length - 1] ?? minWidth;
  const turn = turnOfPage(file.pageTurns, page);
  const height = shape === undefined ? null : Math.round((width * sharingPicture.height) / sharingPicture.width);
  return {
    file,
    name: `${width}${height === null ? '' : `x${height}`}-${page}${turn === 0 ? '' : `r${turn}`}.${format}`,
    job: { kind: 'picture', sha256: file.sha256, width, height, page, turn, format },
    lane: height !== null ? 'sharing' : page === 1 ? 'covers' : 'pages',
    mediaType: `image/${format}`,
  };
}

/** Returns an image without its metadata, otherwise unchanged. */
export function requestStripped(file: FileRecord): PictureRequest {
  const { sha256, mimeType } = file;
  return { file, name: strippedName, job: { kind: 'strip', sha256 }, lane: 'covers', mediaType: mimeType };
}
