/** Words of the table of staged files, its keys and the line above it. */

import { counted, number } from '../format.ts';
import { fields, filters } from './rows.ts';

const files = (count: number) => counted(count, 'file');

/** The line above the table; `stayed` files no longer match the filter. */
export const filterChips = 'Which files';
export const loadingMore = 'Loading more files…';
export const shown = (count: number) => `${files(count)} shown.`;
export const hideDone = (stayed: number) => `Hide ${files(stayed)} done`;
export const keys = 'Keys';

export const nothingToCheckYet = 'Nothing to check so far. Other files haven’t been sent or read yet.';
export const nothingToCheck = 'Nothing is left to check.';
export const nothingUnder = (filter: keyof typeof filters) => `No files under “${filters[filter]}”.`;

/** Read out before the table. */
export const keysHint = 'Arrows move, Enter edits, Space shows the first page, question mark lists all keys.';
/** After the heading of the column with the file names. */
export const allIn = (folder: string) => `, all in ${folder}`;
export const chosenFile = 'The chosen file';

/** The editor of a cell. */
export const cellOf = (field: keyof typeof fields, file: string) => `${fields[field]} of ${file}`;
export const setsRows = (count: number) => `Sets ${number(count)} selected rows.`;
export const loading = 'Loading…';
export const noMatches = 'No matches.';
export const typeTitle = 'Type a title.';
export const noColumnToFill = 'Choose a column with a value first.';
export const nothingToFill = 'There is no value above to copy.';

/** The list of keys. */
export const keysTitle = 'Keys of the table';
export const keyList: readonly (readonly [keys: string, effect: string])[] = [
  ['Arrows, Home, End, Page Up, Page Down', 'Move; with Ctrl to the first or last file'],
  ['Enter, or just type', 'Edit the cell; in a list, type a name, code or abbreviation'],
  ['Enter, Tab, Escape', 'While editing: save and go down, save and go right, cancel'],
  ['Ctrl+Enter', 'Confirm the guesses of the file or of all selected files'],
  ['Shift+arrows, Ctrl+Space, Ctrl+A', 'Select rows; a change then applies to all of them'],
  ['Shift+Space', 'Select all files of the folder; again: of the folder above'],
  ['Ctrl+D', 'Copy down the value of the first selected row, or of the row above'],
  ['Space', 'Show the first page enlarged'],
  ['Ctrl+Z', 'Undo the last change'],
  ['Delete', 'Discard the file or all selected files'],
  ['Shift+Delete', 'Discard the duplicates among the selected or shown files'],
  ['Tab', 'Leave the table'],
];
