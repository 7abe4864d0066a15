/** Words of the import about one staged file: its values, its state and its actions, in the table and on cards. */

import type { MaterialKind } from '#domain/material.ts';
import { counted, number } from '../format.ts';
import * as nouns from '../nouns.ts';

const files = (count: number) => counted(count, 'file');

/** The values of a file that a person can set, also the columns of the table. */
export const fields = {
  kind: nouns.kind,
  facultyId: nouns.faculty,
  semesterId: 'Term',
  subject: nouns.subject,
  year: nouns.year,
  title: nouns.title,
};
export const state = 'State';

/** States of a file. */
export const published = 'Published';
export const refused = 'Refused';
export const notPublished = 'Not published';
export const sending = 'Sending';
export const notSent = 'Not sent';
/** LibreOffice makes a PDF of the file. */
export const beingConverted = 'Being converted';
export const toConvert = 'To convert';
export const notConverted = 'Not converted';
/** The server reads the first page of the file. */
export const beingRead = 'Being read';
export const duplicate = 'Duplicate';
export const locked = 'Locked';
export const portfolio = 'Portfolio';
export const damaged = 'Damaged';
export const toCheck = 'To check';
export const ready = 'Ready';

/** The filters of the table, by state. */
export const filters = {
  doubtful: toCheck,
  duplicates: 'Duplicates',
  unreadable: 'Damaged or locked',
  refused,
  toConvert,
  waiting: notSent,
  reading: beingRead,
  ready,
  open: 'All',
};

/** Sentences about a state. */
export const wasNotSent = 'It wasn’t sent.';
export const noPdfYet = 'Its PDF hasn’t been made.';
export const sendingStopped = 'Sending was stopped.';
export const chooseToSend = 'Choose the same file or folder again to send it.';
export const firstPageBeingRead = 'Its first page is being read.';
export const evidenceAgainst = (evidence: readonly string[]) => `Evidence against this place: ${evidence.join(', ')}.`;
export const rightsReserved = 'Its first page reserves all rights. Confirm the row if it may be published.';
export const refusedWithoutReason = 'The library didn’t accept it.';

/** The location of a duplicate, alone and after its title in a sentence. */
export const inLibrary = 'in the library';
export const inTrash = (since: string | null) => (since === null ? 'in the trash' : `in the trash since ${since}`);
export const hidden = (since: string | null) => (since === null ? 'hidden' : `hidden since ${since}`);
/** In the list of the import. */
export const staged = 'staged';
/** The title of a duplicate and, for a material, its subject. */
export const titleOf = ({ title, subject }: { title: string; subject: string | null }) =>
  subject === null ? `“${title}”` : `“${title}” (${subject})`;
export const sameFile = (title: string, place: string) => `The same file: ${title}, ${place}.`;
export const sameText = (percent: number, title: string, place: string) =>
  `${percent} % the same text: ${title}, ${place}.`;

/** Read out after a value. */
export const valueMarks = {
  doubtful: ', doubtful',
  missing: ', missing',
  manual: ', set by hand',
  inherited: ', inherited from a file like it',
};
/** Values in a cell or on a card. */
export const missing = 'Missing';
export const missingField = (field: keyof typeof fields) => `${fields[field]}?`;
export const bikramSambatYear = (year: number) => `${year} BS`;
export const shortKinds: Record<MaterialKind, string> = {
  paper: 'Paper',
  note: 'Note',
  revision: nouns.revision,
  book: 'Book',
};

/** Sources of a value. */
export const setByHand = 'Set by hand';
export const fromFileName = 'From the file name';
export const inheritedFromFolder = 'Inherited from another file of this folder';
export const inheritedFromLike = 'Inherited from a file like it';
export const notKnown = 'Not known';
export const notNeeded = 'Not needed';
export const guessed = (percent: number, sources: readonly string[]) =>
  `${percent} % sure, from ${sources.length > 0 ? sources.join(', ') : 'nothing in particular'}`;

/** The details of a file. */
export const takeInside = 'Add the papers inside';
export const openInLibrary = 'Open it in the library';
export const opensNewTab = '(opens a new tab)';
export const firstPageOf = (name: string) => `First page of ${name}`;
export const shownOnceSent = 'The first page is shown once the file has been sent.';
export const pagesNotShown = 'Its pages can’t be shown.';
export const webPageNotShown = 'Web pages have no picture.';
export const noFirstPageYet = 'There is no picture of its first page yet.';
export const noPicture = 'No picture';
export const otherPlaces = 'Other possible places';
/** Before the title of the duplicate, on a line of its own. */
export const sameBytesAs = 'Same bytes as';
export const sameTextAs = (percent: number) => `${percent} % the same text as`;
export const restoreIt = 'Restore it';
export const showAgain = 'Show it again';
export const copies = 'Copies';
export const alsoHere = 'The same file is also here';
export const morePaths = (count: number) => `${number(count)} more`;
export const andMorePaths = (count: number) => `and ${number(count)} more`;
export const passwordOf = (name: string) => `Password of ${name}`;
export const passwordHint = 'The password is checked on the file, and shown to everyone who may read it.';
export const savePassword = 'Save the password';

/** The card of a file. */
export const fileOf = (position: number, count: number) => `File ${position} of ${count}`;
export const previousFile = 'File before';
export const nextFile = 'Next file';
export const confirm = 'Confirm';
export const chooseKind = 'Choose a kind';
export const chooseFaculty = 'Choose a faculty';
export const chooseTerm = 'Choose a term';
export const chooseFacultyFirst = 'Choose the faculty first.';
export const chooseSubject = 'Choose a subject';
export const chooseTermFirst = 'Choose the term first.';
export const yearHint = 'AD or Bikram Sambat';

/** The list of files on a phone. */
export const stagedFiles = 'Staged files';
export const selectFile = (name: string) => `Select ${name}`;

/** The buttons above the files. `verb` is hidden on phones; the first letter of the rest is then a capital. */
export const tools = 'Selected or shown files';
export const selectNone = <Piece>(verb: (text: string) => Piece) => [verb('Select'), ' none'] as const;
export const selectAll = <Piece>(verb: (text: string) => Piece, count: number) =>
  [verb('Select'), ` all ${number(count)}`] as const;
export const selectFolder = <Piece>(verb: (text: string) => Piece) => [verb('Select'), ' folder'] as const;
/** `extra` is hidden on phones. */
export const confirmSelected = <Piece>(extra: (text: string) => Piece, count: number) =>
  [`Confirm ${number(count)}`, extra(' selected')] as const;
export const discardDuplicates = (count: number) =>
  count === 0 ? 'Discard duplicates' : `Discard ${counted(count, 'duplicate')}`;
export const selected = (count: number) => `${number(count)} selected`;
export const publishSelected = 'Publish selected';
/** The keys of these buttons. */
export const toolKeys = {
  selectNone: 'Esc',
  selectAll: 'Ctrl+A',
  selectFolder: 'Shift+Space',
  confirm: 'Ctrl+Enter',
  discardDuplicates: 'Shift+Del',
  discard: 'Del',
};

/** The question before files are discarded. */
export const discardQuestion = (count: number) => `Discard ${files(count)}?`;
export const sameBytes = (count: number) =>
  `${files(count)} ${count === 1 ? 'has' : 'have'} exactly the same bytes as another file.`;
export const nearlySameText = (count: number) =>
  `${files(count)} only ${count === 1 ? 'has' : 'have'} nearly the same text as another file.`;
export const otherNotVisible = (count: number) => `For ${files(count)}, the other one is in the trash or hidden.`;
export const whatDiscardMeans =
  'Discarded files weren’t published. Uploaded bytes are deleted from the library; the files on your device stay.';
