/** Words of the page of the materials that are saved on this device. */

import { counted } from './format.ts';

export const notPossible =
  'This browser can’t store anything for this site, for example because this is a private window.';
export const nothingSaved =
  'Nothing yet. Press “Save offline” next to a material or subject, or in the reader. If something was here before, the browser removed it to free up space.';

/** `size` is null if nothing is stored yet. */
export const savedCount = (count: number, size: string | null) =>
  size === null ? counted(count, 'material') : `${counted(count, 'material')}, ${size}`;

/** `file` describes the file: `PDF, 12 pages, 812 KB`. */
export const notSavedYet = (file: string) => `${file}, not saved yet`;
export const removeMaterial = (title: string) => `Remove ${title}`;

/** `titles` are the first ones, of which `more` are left out. */
export const evicted = <Piece>(titles: Piece, more: number) =>
  [
    'The browser removed these to free up space: ',
    titles,
    more > 0 ? ` and ${more} more. Save them again if you need them.` : '. Save them again if you need them.',
  ] as const;
