/** Words of the tab “Manage Content”: its views, the list of materials with its filters, and the file of the list. */
import type { MaterialKind } from '#domain/material.ts';
import { counted, number } from '../format.ts';
import { shelfNames } from '../kinds.ts';

export const kindToManage = 'Content type to manage';

/** The list of a kind; null is for all kinds. */
export const listName = (kind: MaterialKind | null) => (kind ? shelfNames[kind] : 'All materials');
export const searchLabel = (kind: MaterialKind | null) => `Search ${listName(kind)} by title, subject, faculty or year`;
export const searchHint = 'Title, subject, faculty, year...';

/** Lists that are shown instead of the materials. */
export const views = { changes: 'Recent changes', hidden: 'Hidden', trash: 'Trash' };
export const changesHint = (days: number) =>
  `Bulk edits and publications of imports can be undone for ${days} days while the library runs.`;
export const hiddenHint = 'Only administrators see these materials and their files.';
export const trashHint = (days: number) => `Deleted materials are kept for ${days} days, then deleted permanently.`;

const none: Record<MaterialKind | 'any', string> = {
  paper: 'No question papers',
  note: 'No study notes',
  revision: 'No revision materials',
  book: 'No books',
  any: 'No materials',
};
export const noneMatchTyped = (kind: MaterialKind | null, typed: string) => `${none[kind ?? 'any']} match "${typed}".`;
export const noneMatchFilters = (kind: MaterialKind | null) => `${none[kind ?? 'any']} match these filters.`;
export const noneYet = (kind: MaterialKind | null) => `${none[kind ?? 'any']} in the library yet.`;
/** Followed by numbers of materials of other kinds. */
export const alsoFound = 'Also found';

/** Only the materials of one place are listed. */
export const only = <Piece>(place: Piece) => ['Only ', place] as const;
export const yearsExcept = (from: number, to: number) => `not ${from} to ${to}`;

/** Only the materials of one import are listed. */
export const fromImport = <Piece>(name: Piece) => ['From the import of ', name] as const;
export const fromUnknownImport = 'From an import whose materials are no longer in the library';
export const undoImport = 'Undo…';
export const publishedFrom = (count: number, name: string) =>
  `${counted(count, 'material')} published from the import of ${name}`;

export const filterAndSort = (filters: number) => (filters === 0 ? 'Filter and sort' : `Filter and sort (${filters})`);
export const filterAndSortList = 'Filter and sort the list';
export const anyFaculty = 'All faculties';
export const anySemester = 'All semesters';
export const anySubject = 'All subjects';
export const facultyFirst = 'Choose the faculty first.';
export const semesterFirst = 'Choose the semester first.';
export const anyYear = 'Any year';
export const state = 'State';
export const anyState = 'Any state';
/** In the order of the select. */
export const states = {
  hidden: 'Hidden',
  shown: 'Not hidden',
  damaged: 'Damaged',
  locked: 'Locked with a password',
  scanned: 'Scanned',
  sample: 'Samples',
  misplaced: 'Not in the catalogue',
};
export const importOf = 'From the import of';
export const anyImport = 'From any import';
export const earlierImport = 'An earlier import';
export const sortBy = 'Sort by';
/** In the order of the select. */
export const sorts = {
  uploaded: 'Uploaded',
  updated: 'Changed',
  title: 'Title',
  kind: 'Kind',
  faculty: 'Faculty, semester, subject',
  term: 'Semester',
  subject: 'Subject',
  year: 'Year',
  size: 'Size of the file',
  pages: 'Number of pages',
};

export const scrollsSideways = (list: string) => `${list}, scrolls sideways`;
export const uploaded = 'Uploaded';
/** The heading of the column with the buttons. */
export const rowActions = 'Actions';
export const select = (title: string) => `Select ${title}`;
export const edit = (title: string) => `Edit ${title}`;
export const hide = (title: string) => `Hide ${title}`;
export const showAgain = 'Show again';
export const showAgainTitle = (title: string) => `Show again: ${title}`;
export const deleteTitle = (title: string) => `Delete ${title}`;

export const pagesOfList = 'Pages of this list';
export const pageOf = (page: number, last: number) => `Page ${page} of ${last}`;

export const download = 'Download list (CSV)';
export const downloading = (read: number, total: number) => `Downloading ${number(read)} of ${number(total)}…`;
export const notDownloaded = 'The list wasn’t downloaded';
export const tooLongToDownload = (max: number) =>
  `To download the list, narrow it to ${number(max)} materials with a filter.`;

/** Columns of the downloaded list. */
export const changed = 'Changed';
export const bytes = 'Bytes';
export const hiddenSince = 'Hidden since';
export const whyHidden = 'Why hidden';
export const fileProblem = 'Problem of the file';
export const address = 'Address';
