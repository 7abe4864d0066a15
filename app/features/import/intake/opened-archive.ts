import type { ChosenEntry, NotTaken } from './intake-file.ts';

/** Remaining limits of a chosen archive, shared with the archives in it. */
export type ArchiveRoom = { entries: number; bytes: number };

/** The files of an archive, and those of its entries that are refused before their name is judged. */
export type OpenedArchive = { entries: ChosenEntry[]; refused: NotTaken[] };
