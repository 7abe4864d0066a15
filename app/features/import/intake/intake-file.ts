import type { LeftOutKind } from './file-kinds.ts';

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

/** A file that may be staged. `path` begins with the chosen folder or archive, with `/` as separator. */
export type IntakeFile = {
  path: string;
  /** The name with extension for the upload. */
  name: string;
  sizeBytes: number;
  /** Modification time in milliseconds; absent if not known. */
  modifiedAt?: number;
  /** Opens its bytes; a file in an archive is unpacked into memory. Rejects with `RefusedFile`. */
  open(): Promise<Blob>;
};

/** A file, archive or folder that is not accepted, and the reason as a sentence. Without a kind, it is listed separately. */
export type NotTaken = { path: string; reason: string; kind?: LeftOutKind };

/** A file, picture or refusal found in the choice. */
export type Found = { file: IntakeFile } | { picture: IntakeFile } | { notTaken: NotTaken };

/** A chosen file, or one found in a folder or archive; its bytes are not read yet. */
export type ChosenEntry = {
  path: string;
  sizeBytes: number;
  modifiedAt?: number;
  open(): Promise<Blob>;
  /** Reads only the first bytes, if opening all of it costs more. */
  head?(bytes: number): Promise<Uint8Array>;
  /** Why it cannot be accepted even though its type is. */
  refusal?: string;
};

/** Thrown if the content of a file does not fit its name; the message is a sentence. */
export class RefusedFile extends Error {
  readonly kind: LeftOutKind | undefined;

  constructor(reason: string, kind?: LeftOutKind) {
    super(reason);
    this.name = 'RefusedFile';
    this.kind = kind;
  }
}
