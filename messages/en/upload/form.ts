/** Words of the form for a material, new or edited: its fields, proposals from the file, and files that are dropped. */
import { materialLimits } from '#domain/material.ts';

/** The labels of the fields, and their faults: `missing` if the field is empty, `wrong` if its value isn't allowed. */
export const fields = {
  facultyId: { label: 'Faculty', missing: 'Choose the faculty.' },
  semesterId: { label: 'Level', missing: 'Choose the level.' },
  subject: { label: 'Subject', missing: 'Choose the subject.' },
  year: {
    label: 'Year',
    missing: 'Choose the year of the exam.',
    wrong: `Enter a year from ${materialLimits.minYear} to ${materialLimits.maxYear}.`,
  },
  yearBs: {
    label: 'Year BS',
    missing: 'Choose the year of the exam.',
    wrong: 'Choose a year BS that goes with the year AD.',
  },
  title: { label: 'Title', missing: 'Enter a title.' },
  filePassword: {
    label: 'Password for readers',
    hint: 'Shown to everybody who may read it',
    missing: 'Enter the password.',
    wrong: 'Enter a password of at most 127 characters.',
  },
  filePasswordNote: {
    label: 'Note on the password',
    hint: 'For example where to ask for it',
    missing: 'Enter a note.',
    wrong: 'Enter one line of at most 200 characters.',
  },
};
export const titleHint = 'From the file’s name if empty';

export const facultyFirst = 'Choose the faculty first.';
export const levelFirst = 'Choose the level first.';
/** Shown instead of a level: what the faculty calls its levels. */
export const levels = { any: 'Level', year: 'Year', semester: 'Semester' };
export const loadingSubjects = 'Loading the subjects…';
export const subjectsNotLoaded = 'The subjects couldn’t be loaded. Choose the level again.';

export const noYear = 'None';
export const anotherYear = 'Another year…';
export const anotherYearLabel = (min: number, max: number) => `Another year, ${min} to ${max}`;
export const anotherYearAdOrBs = 'Another year, AD or BS';
/** Years as one may type them into the field (`readTypedYear`). */
export const typedYear = { ad: (year: string) => `${year} AD`, bs: (year: string) => `${year} BS` };
/** The year in the other calendar; each year overlaps two. */
export const sameInAd = 'The same in AD';
export const sameInBs = 'The same in Bikram Sambat';
export const firstYearAd = (year: number) => `${year} AD (Baishakh to Poush)`;
export const secondYearAd = (year: number) => `${year} AD (Poush to Chaitra)`;
export const yearBsUnknown = 'Year BS not known';
export const laterYearBs = (year: number) => `${year} BS (from mid-April)`;
export const earlierYearBs = (year: number) => `${year} BS (until mid-April)`;

export const file = 'File (PDF)';
export const replaceFile = 'Replace the file';
export const keepFile = 'Keep it, or choose a new one here.';
export const fileLost = (name: string) => `Choose "${name}" again. Files are lost when the page is reloaded.`;
export const choosePaper =
  'Choose a PDF or HTML file, an office document, or photographs of the paper, or drop them here.';
export const chooseDocument = 'Choose a PDF, an office document, or photographs, or drop them here.';
export const addPhotographs = 'Add more photographs here, or choose a PDF instead.';
export const fileMissing = 'Choose the file.';
export const makePdfFirst = 'Make the PDF from the photographs first.';
export const pdfNotMade = 'Wait until the PDF is made, or choose another file.';
export const chooseFile = 'Choose a file';
export const changeFile = 'Change';
export const removeFile = (name: string) => `Remove ${name}`;

export const image = 'Image';
export const replaceImage = 'Replace the image';
export const imageMissing = 'Choose the image.';
export const keepCover = 'Keep the current cover, or choose a new one here.';
export const coverOptional = 'Optional. Without one, the first page is used as the cover.';
export const noCover = 'Without one, the first page is used as the cover.';
export const currentCover = 'Current cover';
export const firstPageAsCover = 'Use the first page as the cover instead';

export const lockedPdf =
  'This PDF needs a password to open. Readers who don’t know it can’t read the PDF unless you enter the password here. Its text can’t be searched.';

/** The mark of a field that was filled in from the file. */
export const proposed = 'proposed';
export const proposedFields = (names: readonly string[]) =>
  `Proposed from the file: ${new Intl.ListFormat('en').format(names)}. Please check.`;
export const placeQuestion = 'Does the file belong here?';
export const againstPlace = (evidence: readonly string[]) => `Evidence against this place: ${evidence.join(', ')}.`;
export const suggestions = 'Suggestions from the file';
export const takeSuggestion = (value: string) => `Use ${value}`;

export const fileNotAdded = 'File not added';
export const waitForUpload = 'Wait until the upload has finished, then add it again.';
export const nothingAdded = 'Nothing added';
export const noFolders = 'Folders can’t be uploaded. Add a single file.';
export const oneFile = 'One file at a time';
/** `name` is the first file that was added; only photographs are added several at a time. */
export const added = (name: string, count: number, left: number) => {
  const those = count === 1 ? `"${name}" was added` : `${count} photographs were added`;
  return left === 1 ? `${those}, the other one was not.` : `${those}, the other ${left} were not.`;
};
/** The heading of a note about a file. */
export const aboutFile = (name: string) => `"${name}"`;
