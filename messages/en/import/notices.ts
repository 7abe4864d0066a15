/** Words of the notices of the import: files that were not added, not sent, or not converted. */

import { counted, number } from '../format.ts';

const files = (count: number) => counted(count, 'file');

export const notAllAdded = 'Not all files could be added.';
export const nothingFound = 'No PDF files, web pages, office documents or pictures were found';
export const nothingFoundSentence = 'No PDF files, web pages, office documents or pictures were found.';
export const publishedBefore = (count: number) =>
  `${files(count)} of these ${count === 1 ? 'has' : 'have'} been published from here before.`;

/** Files with several paths. */
export const haveCopies = (count: number) => `${files(count)} ${count === 1 ? 'has' : 'have'} copies, shown in one row`;
export const copies = 'Files with copies';
export const andMoreCopies = (count: number) => `and ${files(count)} more`;

/** Files that weren’t added. */
export const notAdded = (count: number) => `${files(count)} ${count === 1 ? 'was' : 'were'} not added`;
export const notAddedList = 'Files that weren’t added';
export const couldBecomeMaterials = 'Could become materials';
export const cannotBeAdded = 'Cannot be added';
export const leftOutOnPurpose = 'Left out on purpose';
/** A folder and the kinds of its files, or the kinds alone. */
export const inFolder = (folder: string, kinds: string) => (folder === '' ? kinds : `${folder}: ${kinds}`);
export const countInFolder = (folder: string, count: number) =>
  `${folder === '' ? 'Not in a folder' : folder}: ${number(count)}`;
export const downloadList = 'Download the whole list';
/** The name of the downloaded file. */
export const listName = 'Files that weren’t added.csv';

/** Files that were not sent because the library has them. */
export const sameHere = (count: number) =>
  count === 1
    ? `${files(count)} was not sent: the same file is in the library, its trash or this list already.`
    : `${files(count)} were not sent: the same files are in the library, its trash or this list already.`;
export const sendAnyway = 'Send anyway';

/** Files whose sending was stopped in this visit, or in an earlier one. */
export const stopped = (count: number) => `${files(count)} ${count === 1 ? 'has' : 'have'} not been sent.`;
export const sendStopped = (count: number) => (count === 1 ? 'Send it' : 'Send them');
export const unsentEarlier = (count: number) =>
  `${files(count)} from an earlier visit ${count === 1 ? 'has' : 'have'} not been sent.`;
export const chooseSameAgain =
  'Choose the same files or folder again to continue; files that were sent aren’t sent twice.';

/** Documents that wait for LibreOffice. */
export const toConvert = (count: number) => `${files(count)} ${count === 1 ? 'is' : 'are'} to be converted`;
/** `reason` is a sentence that says LibreOffice is not installed. */
export const toConvertInFull = (count: number, reason: string) =>
  count === 1
    ? `${files(count)} is to be converted. ${reason} It is stored, and becomes a PDF automatically once it is installed.`
    : `${files(count)} are to be converted. ${reason} They are stored, and become PDFs automatically once it is installed.`;
