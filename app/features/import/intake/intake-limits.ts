/** Limits on one choice, for folders and archives. Everything is checked before anything is sent. */
export type IntakeLimits = {
  /** Files of a folder, accepted or not. */
  listed: number;
  /** Entries of one archive, folders included. */
  entries: number;
  /** Files in all, with those of archives. */
  files: number;
  /** Bytes of one file, as the library accepts them. */
  fileBytes: number;
  /** Bytes of an archive within an archive, which is unpacked in memory. */
  innerArchiveBytes: number;
  /** Unpacked bytes of one archive, with those of the archives in it. */
  archiveBytes: number;
  /** Largest ratio of the unpacked to the packed size of an entry. */
  ratio: number;
};

export const intakeLimits: Omit<IntakeLimits, 'fileBytes'> = {
  /** Enough for a disk full of programs next to the papers. */
  listed: 200_000,
  /** A whole shared drive; the server stages 20,000. */
  entries: 10_000,
  files: 20_000,
  innerArchiveBytes: 200 * 1024 * 1024,
  /** More than a term's papers of all programmes, scanned. */
  archiveBytes: 4 * 1024 * 1024 * 1024,
  /** Web pages shrink to a tenth, PDFs hardly; a bomb by the deflate method reaches a thousand. */
  ratio: 200,
};

/** Below this size nothing is a bomb: an empty scan of one colour shrinks a lot. */
export const harmlessBytes = 1024 * 1024;
