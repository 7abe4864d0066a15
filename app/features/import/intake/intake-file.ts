import type { LeftOutKind } from './file-kinds.ts';

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

/** A file, picture or refusal found in the choice. */
export type Found = { file: IntakeFile } | { picture: IntakeFile } | { notTaken: NotTaken };

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
