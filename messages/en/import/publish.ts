/** Words of publishing staged files: the button, the dialog and the notice afterwards. */

import { counted, number } from '../format.ts';
import { filters } from './rows.ts';

const files = (count: number) => counted(count, 'file');

export const publishFiles = (count: number) => `Publish ${files(count)}`;
export const nothingReady = 'Nothing is ready yet';
export const publishing = (done: number, total: number) => `Publishing ${number(done)} of ${number(total)}`;

export const whatPublishingMeans = (undoDays: number) =>
  `Visitors see them immediately. You can undo this for ${undoDays} days.`;
export const takesSeconds = 'This takes a few seconds.';
export const takesLessThanMinute = 'This takes less than a minute.';
export const takesMinutes = (minutes: number) =>
  minutes === 1 ? 'This takes about a minute.' : `This takes about ${minutes} minutes.`;
export const nothingToPublish = 'Nothing to publish';

/** Files that readers could not open. */
export const notForReaders = 'Files that readers can’t open';
export const moreInTable = (count: number) =>
  `${number(count)} more ${count === 1 ? 'is' : 'are'} in the table under “${filters.unreadable}”.`;

/** Files that are not ready, with the choice to publish them. */
export const notReady = 'Not ready';
const unreadyStates = {
  ready: 'ready',
  doubtful: 'with a doubtful value',
  rights: 'whose first page reserves all rights',
  duplicate: 'similar to one already here',
  unreadable: 'locked or damaged',
  missing: 'with a missing value',
  reading: 'still being read',
  notSent: 'not sent',
  refused: 'not accepted for their kind',
};
export const unready = <Piece>(
  strong: (text: string) => Piece,
  state: keyof typeof unreadyStates,
  count: number,
  isIncluded: boolean,
) => [`${files(count)} ${unreadyStates[state]}: `, strong(isIncluded ? 'published' : 'not published')] as const;
export const alsoDoubtful = 'Also publish doubtful files and those still being read';
export const alsoDuplicates = 'Also publish files similar to one already here';
export const alsoUnreadable = 'Also publish locked and damaged files';
export const whyNotReady = 'Show these files and why';
export const andMoreFiles = (count: number) => `and ${number(count)} more`;

/** The materials that will be published. */
export const nonePublishable = 'None of these files can be published yet.';
export const unchecked = <Piece>(strong: (text: string) => Piece, count: number, isAll: boolean) =>
  [
    strong(`Nobody has checked ${isAll ? 'any' : number(count)} of them`),
    ': no value was set or confirmed by hand.',
  ] as const;
export const kinds = 'Kinds';
export const countsOfKinds = (counts: readonly string[]) => counts.join(', ');
export const fromImport = (sources: string) => `From the import of ${sources}`;
export const termFiles = (term: string, count: number) => `${term}: ${files(count)}`;
export const years = 'Years';
export const noYear = 'No year';

/** The notice afterwards. */
export const published = (count: number) => `${files(count)} ${count === 1 ? 'was' : 'were'} published.`;
export const publishedTitle = (count: number) => `${files(count)} ${count === 1 ? 'was' : 'were'} published`;
export const interrupted = 'Then publishing was interrupted. Publish the rest to continue.';
export const undo = 'Undo…';
export const seeInManage = 'See them in Manage';
