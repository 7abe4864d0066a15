/** Words of the pictures of an import, which become PDFs once a person has confirmed their groups. */

import { counted } from '../format.ts';

const pictures = (count: number) => counted(count, 'picture');
const pdfs = (count: number) => counted(count, 'PDF');

export const heading = 'Pictures';
export const headingWithCounts = (groups: number, count: number) => `${pdfs(groups)} of ${pictures(count)}`;
export const help =
  'Pictures with similar names in one folder become one PDF. Each becomes a page: rotated upright, cropped to the sheet, with even light. Select a page to split the PDF before it, to move it, or to leave it out.';
export const keys =
  'Keys: arrows to select, S to split, J to join, E for one PDF each, Enter for one PDF, N for the next that needs a decision, Alt with an arrow to move, Delete to leave out, Space to view, Ctrl+Z to undo.';
export const needDecision = (count: number) => `${pdfs(count)} ${count === 1 ? 'needs' : 'need'} a decision.`;
export const showNext = 'Show the next';
export const keepAll = 'Keep all as shown';
export const noFolder = 'Without a folder';
export const noPreview = 'No preview';
export const notShownHere = 'This browser can’t show the picture. The PDF will include it.';

/** Reasons why a group needs a decision. */
export const doubts = {
  numbers: 'May be several papers: the numbers in their names may be numbers of papers.',
  sent: 'May be several papers: they were sent together.',
  apart: 'May be several papers: they were taken at different times.',
  many: 'May be several papers: there are many pages.',
  known: 'Pictures with this name, or some of these, are already in a PDF in the library.',
};

/** The buttons of a group; those `…Of` are for screen readers, with the name of the PDF. */
export const pageCount = (count: number) => counted(count, 'page');
export const joinBefore = 'Join with the PDF before';
export const joinBeforeOf = (pdf: string) => `Join ${pdf} with the PDF before it`;
export const onePdf = 'One PDF';
export const onePdfOf = (pdf: string) => `One PDF of ${pdf}`;
export const onePdfEach = 'One PDF each';
export const onePdfEachOf = (pdf: string) => `One PDF each of ${pdf}`;
/** The same action by a button with an icon. */
export const onePdfOfEachPage = (pdf: string) => `One PDF of each page of ${pdf}`;
export const leaveOut = 'Leave out';
export const leaveOutOf = (pdf: string) => `Leave out ${pdf}`;
export const pagesOf = (pdf: string) => `Pages of ${pdf}`;
/** `word` is for screen readers only. */
export const page = <Piece>(word: (text: string) => Piece, position: Piece) => [word('Page '), position] as const;

/** The selected page, and its PDF; null if none is selected. */
type SelectedPage = { position: number; pdf: string } | null;
const nameOf = (page: SelectedPage) => (page ? `page ${page.position} of ${page.pdf}` : 'the selected page');
/** The buttons for the selected page, in full for screen readers. */
export const splitBefore = 'Split before this page';
export const splitBeforePage = (page: SelectedPage) => `Split before ${nameOf(page)}`;
export const moveEarlier = 'Move earlier';
export const movePageEarlier = (page: SelectedPage) => `Move ${nameOf(page)} earlier`;
export const moveLater = 'Move later';
export const movePageLater = (page: SelectedPage) => `Move ${nameOf(page)} later`;
export const leaveOutThis = 'Leave out this page';
export const leaveOutPage = (page: SelectedPage) => `Leave out ${nameOf(page)}`;
export const viewPage = (page: SelectedPage) => `View ${nameOf(page)}`;
export const selectPage = 'Select a page.';
export const selectedPage = (position: number, count: number, pdf: string) => `Page ${position} of ${count}, ${pdf}`;
export const makePdfs = (count: number) => `Make ${pdfs(count)}`;

/** Read out after an action. */
export const joined = 'Joined with the previous PDF.';
export const madeOnes = (count: number) => `Now ${pdfs(count)}.`;
export const accepted = 'One PDF.';
export const allAccepted = (count: number) => `${pdfs(count)} ${count === 1 ? 'stays' : 'stay'} as shown.`;
export const groupLeftOut = (count: number) => `${pictures(count)} left out.`;
export const pageLeftOut = 'The picture was left out.';
export const split = 'Split into two PDFs.';
export const moved = (position: number, count: number) => `Page ${position} of ${count}.`;
export const undone = 'Undone.';

/** Pictures left out of PDFs. */
export const leftOut = (count: number) => `${pictures(count)} left out`;
export const leftOutList = 'Pictures left out';
export const picturesIn = (count: number, folder: string) =>
  folder === '' ? `${pictures(count)} in no folder` : `${pictures(count)} in ${folder}`;
export const add = 'Add';
export const addThese = (pictures: string) => `Add ${pictures}`;
export const restore = (title: string) => `Restore “${title}”`;
export const show = (title: string) => `Show “${title}”`;
export const andMoreFolders = (count: number) => `and ${count} more folders`;
export const andMorePictures = (count: number) => `and ${pictures(count)} more`;
