/** Words of the reader's toolbar, of the pages, and of what is shown over them. */

import { onSide } from '../viewer.ts';

export const tools = 'Reader tools';
/** Announced after another page has become the current one. */
export const currentPage = (page: string, pageCount: number) => `Page ${page} of ${pageCount}`;
/** `numbered` are the first and the last page number, if the document has its own numbers. */
export function missingPage(typed: string, pageCount: number, numbered: readonly [string, string] | null): string {
  const count = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  const range = numbered ? `, numbered ${numbered[0]} to ${numbered[1]}` : '';
  return `There is no page ${typed}. This document has ${count}${range}.`;
}

/** The name of a page or of a half of it, on one side of the window if two documents are open. */
export function pageName(page: number, half: 'left' | 'right' | null, side: 'left' | 'right' | null): string {
  const name = half ? `Page ${page}, ${half} half` : `Page ${page}`;
  return side ? onSide(name, side) : name;
}
export const withRecognisedText = (page: string) => `${page}, recognised text`;
export const bookmarked = 'Bookmarked';
export const linkInside = 'Link within the document';
export const linkToPage = (page: number) => `Link to page ${page}`;
export const brokenPage = 'This page can’t be shown.';
export const downloadDocument = 'Download the document';
export const showPageAgain = (page: number) => `Try again to show page ${page}`;

export const backToPage = (page: number) => `Back to page ${page}`;
export const offline = 'No connection. Loaded pages stay; the rest will load once you’re back online.';
export const restNotLoaded = (reason: string) => `The rest of this document can’t be loaded. ${reason}`;
export const partNotLoaded = 'This part of the reader couldn’t be loaded. Check your connection.';
