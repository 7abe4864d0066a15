/** Words of the questions about a file that was sent: a duplicate, a PDF with a password, a portfolio. */

export const alreadyThere = 'This file is already in the library';
/** A material, with its kind and place in parentheses. */
export const material = (title: string, place: string) => `"${title}" (${place})`;
/** A file that is not published yet. */
export const stagedFile = (path: string) => `"${path}"`;

const since = (day: string | null) => (day === null ? '' : ` since ${day}`);
const question = (isEdit: boolean) => (isEdit ? 'Use this file anyway?' : 'Publish it anyway?');

/** `name` is `material` or `stagedFile`, `day` the day since when the file is hidden, in the trash or in the import. */
export const sameFile = {
  published: (name: string, _day: string | null, isEdit: boolean) =>
    `The same file is already published as ${name}. ${question(isEdit)}`,
  hidden: (name: string, day: string | null, isEdit: boolean) =>
    `The same file is in the library as ${name}, hidden${since(day)}. ${question(isEdit)}`,
  trash: (name: string, day: string | null, isEdit: boolean) =>
    `The same file is in the trash${since(day)} as ${name}. ${question(isEdit)}`,
  staged: (name: string, day: string | null, isEdit: boolean) =>
    `The same file waits in Import Many${since(day)} as ${name}. ${question(isEdit)}`,
};
export const openHidden = 'Open the hidden file in a new tab';
export const openPublished = 'Open the published material in a new tab';
export const dontUse = 'Don’t use it';
export const dontPublish = 'Don’t publish';
export const takeAnyway = 'Use it anyway';
export const publishAnyway = 'Publish anyway';
export const restoreIt = 'Restore it';
export const showAgain = 'Show it again';

export const sameFileThere = (name: string) => `The same file is already in the library as "${name}".`;
const restored = (title: string, state: 'hidden' | 'trash') =>
  state === 'trash' ? `"${title}" was restored from the trash.` : `"${title}" is shown again.`;
/** `state` is the former one. A restored material may still be hidden. */
export const broughtBack = (title: string, state: 'hidden' | 'trash', isHidden: boolean) =>
  isHidden ? `${restored(title, state)} It is still hidden: only administrators see it.` : restored(title, state);

export const needsPassword = 'This PDF needs a password';
export const passwordExplanation =
  'Readers who don’t know it can’t read the PDF. Whatever you enter here is shown to everybody who may read it.';
export const wrongPassword = 'This password doesn’t open the PDF.';
export const dontSave = 'Don’t save';
export const saveWithout = 'Save without a password';
export const publishWithout = 'Publish without a password';
export const saveWith = 'Save with this password';
export const publishWith = 'Publish with this password';
export const noPassword = 'The PDF needs a password.';

export const portfolio = 'This PDF is a portfolio';
export const portfolioExplanation = (isEdit: boolean) =>
  isEdit
    ? 'Its papers are files inside it, and readers see only its cover sheet. Save the papers inside it on your device, and use one of these.'
    : 'Its papers are files inside it, and readers see only its cover sheet. Choose one of the papers in the form instead, or import them all.';
export const portfolioDeclined = 'The PDF is a portfolio.';
