/** Words of Find in the reader. */

export const anyWord = 'Any of the words';
export const matchCase = 'Match case';
export const wholeWords = 'Whole words';

/** While only one page is searched. */
export const matchOnPage = (match: number, count: number) => `${match} of ${count} on this page`;
export const noMatchesOnPage = 'No matches on this page';
export const pageNotRead = 'This page couldn’t be read.';

export const noText = 'This document has no searchable text.';
export const searchingPages = (searched: number, pageCount: number) => `Searching… ${searched} of ${pageCount} pages`;
/** The matches that are known while the search continues. */
export const soFar = (matches: string) => `${matches} so far`;
export const withUnreadPages = (matches: string, count: number) =>
  `${matches}. ${count === 1 ? 'One page' : `${count} pages`} couldn’t be read.`;
/** Announced for the current match. */
export const matchWithPage = (match: string, page: number) => `${match}, page ${page}`;
