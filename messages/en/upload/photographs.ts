/** Words of the photographs and office documents of which the library makes a PDF. */
import { counted } from '../format.ts';

export const photographs = 'Photographs';
export const total = (count: number) => counted(count, 'photograph');
export const explanation =
  'Each photograph becomes a page: rotated upright, cropped to the sheet, with even light. Two pages in one photograph stay one page. Only administrators can see the photographs.';

export const enlarge = (page: number, name: string) => `Show page ${page}, ${name}, enlarged`;
export const moveEarlier = 'Move earlier';
export const movePhotographEarlier = (name: string) => `Move ${name} earlier`;
export const moveLater = 'Move later';
export const movePhotographLater = (name: string) => `Move ${name} later`;
export const rotate = 'Rotate';
export const rotatePhotograph = (name: string) => `Rotate ${name} clockwise`;
export const remove = (name: string) => `Remove ${name}`;
export const keepWhole = 'Keep as it is';
export const keepPhotographWhole = (name: string) => `Keep ${name} as it is`;
/** The last step, for screen readers. */
export const moved = (name: string, page: number, total: number) => `${name} is page ${page} of ${total}.`;
export const removed = (name: string) => `${name} was removed.`;

export const notAdded = 'Not added';
export const empty = (name: string) => `"${name}" is empty. Choose another one.`;
export const tooLarge = (name: string) => `"${name}" is too large for this library.`;
export const alreadyListed = (name: string) => `"${name}" is in the list already.`;
export const tooMany = (name: string, max: number) => `"${name}" was left out: a PDF can have at most ${max}.`;

export const makePdf = 'Make the PDF';
export const makePdfAgain = 'Make the PDF again';
export const progress = 'Progress of the PDF';
export const sendingPhotograph = (at: number, total: number) => `Sending photograph ${at} of ${total}…`;
export const sendingDocument = 'Sending the document…';
export const waiting = 'Waiting for other PDFs…';
export const makingPage = (at: number, total: number) => `Making page ${at} of ${total}…`;
export const makingOfDocument = 'Making a PDF of the document…';
export const made = (pages: number, size: string) =>
  `The PDF has ${counted(pages, 'page')} and ${size}. Check its pages before you publish it.`;
export const madeOf = (name: string) =>
  `The PDF was made of ${name}, which only administrators can see. Check its pages before you publish it.`;
export const openPdf = 'Open the PDF in a new tab';
export const notFetched = 'The PDF couldn’t be loaded. Try again.';

/** The sources of a stored file. */
export const fromDocument = 'Made from a document';
export const fromPhotographs = (count: number) => `Made from ${counted(count, 'photograph')}`;
