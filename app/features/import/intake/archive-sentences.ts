import type { ChosenEntry, IntakeLimits, NotTaken } from './intake-file.ts';

/** Remaining limits of a chosen archive, shared with the archives in it. */
export type ArchiveRoom = { entries: number; bytes: number };

/** The files of an archive, and those of its entries that are refused before their name is judged. */
export type OpenedArchive = { entries: ChosenEntry[]; refused: NotTaken[] };

/** Reasons why an archive, or a file in it, is not accepted. */
export const archiveSentences = {
  outside: 'Its path leads out of the archive.',
  link: 'It is a link, not a file.',
  locked: 'The archive needs a password. Unpack it first.',
  part: 'It is one part of a split archive. Unpack it with all its parts first.',
  bomb: 'It is compressed so much that it may be malicious.',
  damaged:
    'It cannot be unpacked: it is damaged, needs a password, or is packed by an unusual method. Unpack it first.',
  rest: 'The archive cannot be read to its end: it is damaged, needs a password, or is packed by an unusual method. What could be read is here; unpack it first for the rest.',
  empty: 'The archive has no files, or is damaged.',
  slow: 'Unpacking the archive takes too long. Unpack it first.',
  entries: ({ entries }: IntakeLimits) =>
    `The archive has more than ${entries.toLocaleString('en')} entries. Divide it.`,
  bytes: ({ archiveBytes }: IntakeLimits) =>
    `Unpacked, the archive has more than ${inGigabytes(archiveBytes)}. Divide it.`,
  held: ({ unpackedBytes }: IntakeLimits) =>
    `Unpacked, the archive has more than ${inGigabytes(unpackedBytes)} that may be papers. Unpack it first.`,
  packed: ({ packedBytes }: IntakeLimits) =>
    `An archive that is not ZIP may have at most ${inMegabytes(packedBytes)}. Unpack it first.`,
  inner: ({ innerArchiveBytes }: IntakeLimits) =>
    `An archive within an archive may have at most ${inMegabytes(innerArchiveBytes)}. Unpack it first.`,
  deep: ({ archiveDepth }: IntakeLimits) =>
    `Archives nested more than ${archiveDepth} deep are not opened. Unpack it first.`,
} as const;

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
const inGigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(1))} GB`;
