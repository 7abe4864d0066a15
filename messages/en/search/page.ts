/** Words of the search page. */

import { counted, number } from '../format.ts';

export const recentSearches = 'Recent searches';
export const howToSearch = 'How to search';
export const covered =
  'Search covers every page of every paper, note and book, scans included, as well as subjects, subject codes, titles and years.';
/** Each example is also a link that searches for it. OR is part of the syntax. */
export const tips: readonly [example: string, meaning: string][] = [
  ['binary tree traversal', 'words in any order'],
  ['"third normal form"', 'in quotes: exactly these words, side by side'],
  ['sorting -bubble', 'a minus sign: without this word'],
  ['stack OR queue', 'OR: one word or the other'],
];

export const filters = 'Filters';
export const applyFilters = 'Apply filters';
export const showResults = (count: number) => `Show ${counted(count, 'result')}`;
/** Further values of a filter. */
export const more = (count: number) => `${number(count)} more`;
export const filterNames = {
  kind: 'Kind',
  facultyId: 'Faculty',
  semesterId: 'Semester',
  subject: 'Subject',
  yearBs: 'Year (BS)',
  year: 'Year',
};
/** Names the filter `year` where Bikram Sambat comes first. */
export const yearAd = 'Year (AD)';
export const inBs = (year: string) => `${year} BS`;
export const inAd = (year: string) => `${year} AD`;

export const chosenFilters = 'Chosen filters';
/** Read out before the name of the filter. */
export const removeFilter = 'Remove the filter';

/** The subjects, programmes and terms that the search names. */
export const named = 'Named by your search';
export const nothingHere = 'nothing here yet';
export const programme = 'Programme';
export const programmes = 'Programmes';

export const searchInstead = <Piece>(typed: Piece) => ['Search for ', typed, ' instead'] as const;
export const showingMaterialsOf = <Piece>(subject: Piece) => ['Showing materials of ', subject, '.'] as const;
export const showingResultsFor = <Piece>(corrected: Piece) => ['Showing results for ', corrected, '.'] as const;
export const didYouMean = <Piece>(corrected: Piece) => ['Did you mean ', corrected, '?'] as const;
/** `excluded` is a word with a minus sign before it. */
export const without = <Piece>(excluded: Piece) => ['Without ', excluded, '.'] as const;
export const putBack = <Piece>(excluded: Piece) => ['Put ', excluded, ' back'] as const;

export const noResults = 'No results';
export const found = (count: number) => counted(count, 'material');
export const foundMost = (count: number) => `No page has all of these words. These have most of them. ${found(count)}`;
export const unavailable = 'Search isn’t available right now.';

export const onlyDevice = 'Only materials on this device were searched.';
export const noneOnDevice = (q: string) => `No material on this device matches “${q}”.`;

export const noResultsFor = (q: string) => `No results for “${q}”.`;
export const noResultsWithFilters = (q: string) => `No results for “${q}” with these filters.`;
export const namedButEmpty = 'No page has this text, and the subject has no materials yet.';
export const trySomethingElse = 'Check the spelling, use fewer words, or search for a subject or its code.';
export const titlesThatContain = (q: string) => `Titles that contain “${q}”`;

/** `inMaterial` is read out only. */
export const morePages = <Piece>(count: number, inMaterial: Piece) =>
  [`and ${counted(count, 'more page')} `, inMaterial] as const;
export const inMaterial = (title: string) => `in ${title}`;
/** Opens a paper that is a web page, and has no numbered pages. */
export const openPaper = 'Open the paper';
/** Marks a page whose text comes from OCR. */
export const recognisedText = 'recognised text';
