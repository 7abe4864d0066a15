import type { LeftOutKind } from './file-kinds.ts';

/** Limits for one choice of files, folders and archives. All are checked before anything is sent. */
export type IntakeLimits = {
  /** Files of a folder, accepted or not. */
  listed: number;
  /** Maximum number of entries in one archive, folders included. */
  entries: number;
  /** Maximum number of files in total, including those in archives. */
  files: number;
  /** Maximum bytes of one file, the same as the library's limit. */
  fileBytes: number;
  /** Maximum number of archives within each other, the chosen one included. */
  archiveDepth: number;
  /** Bytes of an archive within an archive, which is unpacked in memory. */
  innerArchiveBytes: number;
  /** Maximum unpacked bytes of one archive, including the archives in it. */
  archiveBytes: number;
  /** Maximum bytes of an archive that is not ZIP: it is unpacked in memory. */
  packedBytes: number;
  /** Maximum unpacked bytes of the possible papers in an archive that is not ZIP, and of those cached in memory. */
  unpackedBytes: number;
  /** Maximum ratio of the unpacked to the packed size of an entry; of the whole archive if it is not ZIP. */
  ratio: number;
};

export const intakeLimits: Omit<IntakeLimits, 'fileBytes'> = {
  /** Allows for a disk full of programs next to the papers. */
  listed: 200_000,
  /** A whole shared drive; the server stages 20,000. */
  entries: 10_000,
  files: 20_000,
  /** Drives of a faculty have an archive for each term, with one for each subject and one for each year. */
  archiveDepth: 4,
  innerArchiveBytes: 200 * 1024 * 1024,
  /** Allows for more than the scanned papers of all programmes in a term. */
  archiveBytes: 4 * 1024 * 1024 * 1024,
  /** WebAssembly has 2 GB, also for the largest file. */
  packedBytes: 512 * 1024 * 1024,
  unpackedBytes: 1024 * 1024 * 1024,
  /** Web pages shrink to a tenth, PDFs hardly; a bomb by the deflate method reaches a thousand. */
  ratio: 200,
};

/** Entries below this size are never refused as zip bombs: an empty scan of one colour compresses very well. */
export const harmlessBytes = 1024 * 1024;

/** A file that may be staged. `path` begins with the chosen folder or archive, with `/` as separator. */
export type IntakeFile = {
  path: string;
  /** The name with extension for the upload. */
  name: string;
  sizeBytes: number;
  /** Modification time in milliseconds; absent if not known. */
  modifiedAt?: number;
  /** Opens the file's bytes; a file in an archive is unpacked into memory. Rejects with `RefusedFile`. */
  open(): Promise<Blob>;
};

/**
 * A file, archive or folder that is not accepted, with the reason as a sentence. Entries without a kind are listed
 * separately.
 */
export type NotTaken = { path: string; reason: string; kind?: LeftOutKind };

/** A file, picture, office document or refusal found in the choice. */
export type Found = { file: IntakeFile } | { picture: IntakeFile } | { office: IntakeFile } | { notTaken: NotTaken };

/** Returns the found file, or the refusal. */
export function whatOf(found: Found): IntakeFile | NotTaken {
  if ('file' in found) return found.file;
  if ('picture' in found) return found.picture;
  return 'office' in found ? found.office : found.notTaken;
}

/** A chosen file, or one found in a folder or archive; its bytes are not read yet. */
export type ChosenEntry = {
  path: string;
  sizeBytes: number;
  modifiedAt?: number;
  open(): Promise<Blob>;
  /** Reads only the first bytes; present if opening the whole file costs more. */
  head?(bytes: number): Promise<Uint8Array>;
  /** Reason why a file of an accepted type is refused. */
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
