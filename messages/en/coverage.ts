/** Words of the tab What Is Missing. */

import { counted, number } from './format.ts';

export const chooseCell = 'Choose an empty cell to upload a missing material, or a number to see the materials.';

export const thereOf = (there: number, total: number) => `${number(there)} of ${number(total)}`;
/** `count` comes from `thereOf`. */
export const papersThere = <Piece>(count: Piece) =>
  [count, ' question papers of the last ten years are in the library.'] as const;

export const misplaced = (count: number) =>
  `${counted(count, 'material')} of this faculty ${count === 1 ? 'is' : 'are'} filed under a subject that is no longer in the catalogue, and missing from this table.`;
export const showThem = 'Show them';

/** Names the table, which may be wider than the screen. */
export const materialsOf = (faculty: string) => `Materials of ${faculty}`;
export const scrollsSideways = (table: string) => `${table}, scrolls sideways`;
export const otherYears = 'Other years';
export const kinds = { note: 'Notes', revision: 'Revision' };
/** Names a cell for users who don’t see its row and column, which `heading` names: `Physics, 2024: 2, 1 hidden`. */
export const filledCell = (heading: string, count: number, hidden: number) =>
  hidden > 0 ? `${heading}: ${count}, ${hidden} hidden` : `${heading}: ${count}`;
export const cellToFill = (heading: string) => `${heading}: none, upload`;
export const emptyCell = (heading: string) => `${heading}: none`;

export const downloadTable = 'Download table (CSV)';
export const fileName = (faculty: string) => `Materials of ${faculty}.csv`;
export const ofTheseHidden = 'Of these hidden';
