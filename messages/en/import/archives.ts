/** Reasons why the import does not accept an archive or a file in it, shown after its path. */

import { number } from '../format.ts';

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(1))} GB`;

export const part = 'It is one part of a split archive. Unpack it with all its parts first.';
export const locked = 'The archive needs a password. Unpack it first.';
export const damaged =
  'It can’t be unpacked: it is damaged, needs a password, or is packed by an unusual method. Unpack it first.';
/** Only the beginning of the archive could be read. */
export const rest =
  'The archive can’t be read to its end: it is damaged, needs a password, or is packed by an unusual method. The files before that were added. To add the rest, unpack it first.';
export const notZip = 'The archive is damaged, or not a zip archive.';
export const empty = 'The archive has no files, or is damaged.';
export const slow = 'Unpacking the archive takes too long. Unpack it first.';
export const tooManyEntries = (max: number) => `The archive has more than ${number(max)} entries. Divide it.`;
export const tooLarge = (maxBytes: number) => `Unpacked, the archive has more than ${gigabytes(maxBytes)}. Divide it.`;
export const tooManyPapers = (maxBytes: number) =>
  `Unpacked, the archive has more than ${gigabytes(maxBytes)} that may be papers. Unpack it first.`;
export const packedTooLarge = (maxBytes: number) =>
  `An archive that is not ZIP may have at most ${megabytes(maxBytes)}. Unpack it first.`;
export const innerTooLarge = (maxBytes: number) =>
  `An archive within an archive may have at most ${megabytes(maxBytes)}. Unpack it first.`;
export const tooDeep = (maxDepth: number) =>
  `It is nested more than ${maxDepth} deep in other archives. Unpack it first.`;

export const outside = 'Its path leads out of the archive.';
export const link = 'It is a link, not a file.';
/** It may be a zip bomb. */
export const bomb = 'It is compressed so much that it may be malicious.';
export const largerThanListed = 'It is larger than its archive says.';
export const smallerThanListed = 'It is smaller than its archive says.';
export const damagedFile = 'It can’t be unpacked: it is damaged, or packed by an unusual method.';
