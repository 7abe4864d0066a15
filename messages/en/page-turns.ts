/** Words of the tool with which administrators rotate pages of a PDF. */

import { number } from './format.ts';

export const rotatePages = 'Rotate pages';
export const purpose =
  'For pages that are upside down or on their side. Pictures and the reader show them rotated; the downloaded file stays unchanged.';
export const pageShown = (page: number) => `Page ${page} as shown`;
export const previousPage = 'Previous page';
export const pageNumber = (pageCount: number) => `Page number, 1 to ${pageCount}`;
/** Follows the field with the page number. */
export const ofPages = (pageCount: number) => `of ${number(pageCount)}`;
export const nextPage = 'Next page';
export const rotateAll = (pageCount: number) => `Rotate all ${number(pageCount)} pages`;
export const rotateLeft = 'Rotate left';
export const rotateRight = 'Rotate right';

export const pageRotated = (page: number) => `Page ${page} was rotated.`;
export const allRotated = 'All pages were rotated.';
export const notRotated = 'The pages weren’t rotated';
