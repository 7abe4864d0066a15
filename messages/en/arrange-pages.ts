/** Words of the dialog that arranges the pages of a PDF, and of the one that joins several PDFs. */
import { countOf } from '#domain/text/count-of.ts';
import { counted } from './format.ts';

/** The name of the dialog for the pages of one material, and of its button's group. */
export const pages = 'Pages';
export const openPages = 'Pages…';
export const saveFirst = 'Save your changes before you arrange the pages.';
export const purpose = 'Turn, remove, move or cut pages, or split the file into several materials.';

/** The name of the dialog for several materials. */
export const join = 'Join';
export const becomeOne = (count: number) => `${counted(count, 'material')} become one`;
export const onOtherPages = (count: number) =>
  `${count} of the selected materials ${count === 1 ? 'is' : 'are'} on other pages of the list. Search for a word of their titles, so that all are on one page.`;
export const notPdf = (title: string) =>
  `“${title}” can’t be joined, because it isn’t a PDF with readable pages. Deselect it.`;
export const tooManyMaterials = (max: number) => `At most ${max} materials can be joined. Select fewer.`;
export const tooManyPages = (count: number, max: number) =>
  `The materials have ${count} pages, and a file can have at most ${max}. Select fewer.`;

export const joinedFiles = 'Joined files';
/** The number that the pages of a file are marked with. */
export const fileNumber = (number: number) => `File ${number}:`;
/** `file` is `fileNumber`. The first file gets the pages of the others. */
export const joinedFile = <Piece>(file: Piece, title: Piece, pageCount: number, isFirst: boolean) =>
  [
    file,
    ' “',
    title,
    `” (${countOf(pageCount, 'page')}) ${isFirst ? 'stays, with the pages of all files.' : 'moves to the trash.'}`,
  ] as const;

export const tools = 'Selected pages';
export const turn = 'Turn';
export const moveEarlier = 'Move earlier';
export const moveLater = 'Move later';
export const split = 'Split before this page';
export const halve = 'Cut in two halves';
export const selectNone = 'Select none';
export const selected = (count: number) => `${count} selected`;

/** The last step, for screen readers too. */
export const turned = (count: number) => `${countOf(count, 'page')} turned right.`;
export const removed = (count: number, left: number) =>
  `${countOf(count, 'page')} removed, ${countOf(left, 'page')} left.`;
export const movedEarlier = (count: number) => `${countOf(count, 'page')} moved earlier.`;
export const movedLater = (count: number) => `${countOf(count, 'page')} moved later.`;
export const splitInto = (files: number) => `Split into ${countOf(files, 'file')}.`;
export const halved = (count: number) => `${countOf(count, 'page')} cut in two.`;

/** The proposal to split a file into its papers. */
export const papersBegin = (starts: readonly number[]) =>
  `${starts.length} papers seem to begin in this file, on pages ${new Intl.ListFormat('en').format(starts.map(String))}.`;
export const splitThere = 'Split there';
/** The proposal to cut pages that are scans of two pages. */
export const twoPages = (count: number) =>
  `${countOf(count, 'page')} ${count === 1 ? 'seems' : 'seem'} to show two pages side by side.`;
export const cutInTwo = (count: number) => (count === 1 ? 'Cut it in two' : 'Cut them in two');

export const staysWith = (title: string) => `Stays with “${title}”`;
export const newMaterial = (number: number) => `New material ${number}`;
export const newMaterialPages = (number: number, pageCount: number) =>
  `New material ${number}, ${countOf(pageCount, 'page')}`;
/** The title that is proposed for a part of a material. */
export const partTitle = (title: string, part: number) => `${title}, part ${part}`;
export const titleMissing = 'Enter a title.';
export const yearInvalid = (min: number, max: number) => `Enter a year from ${min} to ${max}.`;

const halves = { left: 'left half', right: 'right half', top: 'top half', bottom: 'bottom half' };

/** A page as it will be. `file` is null if there is only one; `degrees` is 0 unless the page is turned. */
export const page = (number: number, file: number | null, half: keyof typeof halves | null, degrees: number) =>
  [
    file === null ? `Page ${number}` : `File ${file}, page ${number}`,
    half && halves[half],
    degrees !== 0 && `turned ${degrees}°`,
  ]
    .filter(Boolean)
    .join(', ');

/** A new material is called a paper if the original is one. */
export type Result = 'paper' | 'material';

/** The effects of a plan, which `willApply` lists. */
export const effects = {
  joined: (count: number, result: Result) => `${countOf(count, result)} joined`,
  removed: (count: number) => `${countOf(count, 'page')} removed`,
  turned: (count: number) => `${countOf(count, 'page')} turned`,
  halved: (count: number) => `${countOf(count, 'page')} cut in two`,
  moved: 'order changed',
  created: (count: number, result: Result) => countOf(count, `new ${result}`),
};
export const willApply = (effect: string) => `Will be applied: ${effect}.`;
export const nothingToApply = 'Select pages, then choose what to do with them.';
export const noPageLeft = 'At least one page must stay.';
export const apply = 'Apply';
export const discardQuestion = 'Discard your changes?';
export const discardExplanation = 'Discard your changes? They haven’t been applied.';
export const keepEditing = 'Keep editing';

export const progress = 'Making the files';
export const making = (file: number, total: number) => `Making file ${file} of ${total}…`;
export const saving = 'Saving…';
export const conflict =
  'Someone else has changed this material meanwhile. Close this, open it again, and repeat your changes.';

export const done = (title: string, created: number, joined: number) => {
  const were = (count: number) => `${counted(count, 'material')} ${count === 1 ? 'was' : 'were'}`;
  const others = [
    ...(created > 0 ? [`, and ${were(created)} published`] : []),
    ...(joined > 0 ? [`, and ${were(joined)} moved to the trash`] : []),
  ].join('');
  return `“${title}” has its new pages${others}. The former file is still stored. You can undo this for seven days, here or in Manage Content under “Recent changes”.`;
};
export const undone = (title: string, hasJoined: boolean) =>
  `“${title}” has its former file again. ${hasJoined ? 'The joined materials are back.' : 'New materials are in the trash.'}`;
export const undoing = 'Undoing…';
