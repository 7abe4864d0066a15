/** Reasons why the import does not add a chosen file, shown after its path, and the report about these files. */

import { counted, number } from '../format.ts';

export const unreadable = 'It couldn’t be read.';
export const notReadable = 'It can’t be read.';
export const noLongerReadable = 'It can no longer be read. Choose it again.';
export const changedWhileRead = 'It changed while it was being read.';
export const changedSinceRead = (name: string) => `“${name}” was changed after it was read. Choose it again.`;
export const pathTooLong = 'Its path is too long.';
export const tooLarge = (megabytes: number) => `It is larger than ${megabytes} MB, the largest file accepted.`;
/** A chosen folder has more files than can be listed. */
export const tooManyInFolder = (max: number) =>
  `There are more than ${number(max)} files. The rest is left out. Choose a folder within it.`;
/** There are more files than can be added before some are published. */
export const tooManyAtOnce = (max: number) =>
  `There are more than ${number(max)} files. The rest is left out. Choose the folder again once these are published.`;
/** `type` is a file type with its article: `a PDF`. */
export const otherType = (extension: string, type: string) => `The file is named ${extension} but is not ${type}.`;
export const notSavedPage = (extension: string) => `The file is named ${extension} but is not a saved web page.`;
export const pdfInstead = 'The PDF of the same name is taken instead.';
export const portfolioUnpacked = (papers: number) =>
  `It is a portfolio. ${papers === 1 ? 'The paper inside was' : `The ${papers} papers inside were`} added instead.`;

/** A saved web page becomes one file with its pictures and styles. */
export const insidePage = (page: string) => `It is inside the saved page “${page}” now.`;
export const pieceOfPage = (page: string) => `It is a piece of the saved page “${page}”.`;
export const leftOutOfPage = (page: string, count: number, megabytes: number) =>
  `The page “${page}” was added without ${count === 1 ? 'one' : count} of its pictures and other files: it would be larger than ${megabytes} MB.`;

export const sameDocument = (path: string) => `The same document as ${path}.`;
export const documentInTrash = (title: string) => `It is in the trash as “${title}”. Restore it there.`;
export const documentHidden = (title: string) => `It is hidden, as “${title}”. Only administrators see it.`;

export const notPicture = 'Its name ends like that of a picture, but it isn’t a JPEG, PNG, WebP or HEIC picture.';
export const tooManyPictures = (max: number) =>
  `At most ${number(max)} pictures can be added at once. Finish the PDFs of these pictures first, then choose the folder again.`;
export const samePicture = (path: string) => `The same picture as ${path}.`;
export const leftOutByHand = 'You left it out.';

/** Reasons why a picture is no page of a paper. */
export const noPage = {
  screenshot: 'Its name is that of a screenshot.',
  instrument: 'Its name is that of an instrument’s screen.',
  icon: 'Its name is that of a logo or an icon.',
  output: 'Its name is that of a program’s output.',
  project: 'Part of a web page or a program.',
  small: 'Too small to be read as a page.',
  strip: 'A strip, not a page.',
  lab: 'A screenshot in a folder of a lab.',
  drawn: 'A diagram or a screenshot: wide, and drawn with few colours.',
};

const pdfPlaces = {
  published: 'in the library',
  hidden: 'hidden',
  trash: 'in the trash',
  staged: 'in the list of the import',
};
/** A picture is already in a PDF. */
export const pageOf = (title: string, place: keyof typeof pdfPlaces) =>
  `It is a page of “${title}”, ${pdfPlaces[place]}.`;

/** Reasons by the kind of file. */
export const reasons = {
  picture: 'This kind of picture isn’t accepted. Save it as a JPEG or PNG first.',
  document: 'Save it as a PDF first.',
  slides: 'Save it as a PDF first.',
  sheet: 'Save it as a PDF first.',
  text: 'Save it as a PDF first.',
  ebook: 'It is an e-book. Convert it to a PDF first.',
  archive: 'It isn’t a ZIP, RAR, 7z or tar archive. Unpack it first.',
  piece: 'It is a piece of a saved web page.',
  joined: 'It is inside a saved web page now.',
  environment: 'It belongs to a Python environment.',
  packages: 'It belongs to installed packages.',
  project: 'It belongs to a web project.',
  listing: 'It is a page of a program listing.',
  blank: 'It has hardly any text.',
  program: 'It is a program file.',
  data: 'It is a data file.',
  recording: 'It is a recording.',
  other: 'This kind of file isn’t accepted.',
  empty: 'It is empty.',
  leftover: 'It was left by a system or a program.',
};

type Kind = keyof typeof reasons;

/** Numbers of files of each kind. */
const counts: Record<Kind, readonly [one: string, many: string]> = {
  picture: ['picture of another kind', 'pictures of other kinds'],
  document: ['Word document', 'Word documents'],
  slides: ['presentation', 'presentations'],
  sheet: ['spreadsheet', 'spreadsheets'],
  text: ['text', 'texts'],
  ebook: ['e-book', 'e-books'],
  archive: ['archive', 'archives'],
  piece: ['piece of a saved web page', 'pieces of saved web pages'],
  environment: ['file of a Python environment', 'files of a Python environment'],
  packages: ['file of installed packages', 'files of installed packages'],
  project: ['file of a web project', 'files of a web project'],
  listing: ['page of a program listing', 'pages of a program listing'],
  blank: ['page with hardly any text', 'pages with hardly any text'],
  program: ['program file', 'program files'],
  data: ['data file', 'data files'],
  recording: ['recording', 'recordings'],
  other: ['other file', 'other files'],
  empty: ['empty file', 'empty files'],
  joined: ['file inside a saved web page', 'files inside saved web pages'],
  leftover: ['leftover', 'leftovers'],
};

/** Files that could become materials, before advice on how. */
export const countSentence = (kind: Kind, count: number) => `${counted(count, ...counts[kind])}.`;
export const advice = {
  picture: 'Save each as a JPEG or PNG.',
  document: 'Save each as a PDF.',
  slides: 'Save each as a PDF.',
  sheet: 'Save as a PDF those that belong in the library.',
  text: 'Save as a PDF those that belong in the library.',
  ebook: 'Convert each to a PDF.',
  archive: 'Only ZIP, RAR, 7z and tar archives are opened. Unpack these first.',
};
/** Some of these files have a PDF of the same name next to them. */
export const someWithPdf = (count: number) => `${number(count)} ${count === 1 ? 'has' : 'have'} a PDF here too.`;
export const withPdf = 'Its PDF is here too.';
export const allWithPdf = 'Their PDFs are here too.';

/** Files of a folder that were left out: `3 program files, 1 data file`. */
export const countsOfKinds = (kinds: readonly { kind: Kind; count: number }[]) =>
  kinds.map(({ kind, count }) => counted(count, ...counts[kind])).join(', ');

/** The complete list as a table that spreadsheets open. */
export const listColumns = ['path', 'outcome', 'reason'];
export const notTaken = 'not taken';

/** Reading or sending the chosen files ended early. */
export const chooseAgain = 'Choose them again to continue; files that are here already aren’t sent again.';
export const unreachable = 'Can’t reach the library. Retrying…';
export const pdfNotFetched = 'The PDF couldn’t be loaded. Try again.';
