import type { LeftOutKind } from './file-kinds.ts';

/** A file that may be staged. `path` begins with the folder or archive that was chosen; steps are divided by `/`. */
export type IntakeFile = {
  path: string;
  /** Its name with extension, under which it is uploaded. */
  name: string;
  sizeBytes: number;
  /** When it was last written, in milliseconds; absent if that is not known. */
  modifiedAt?: number;
  /** Its bytes; of a file in an archive, unpacked into memory. Rejects with `RefusedFile`. */
  open(): Promise<Blob>;
};

/** A file, archive or folder that is not taken, and why, in a sentence. Without a kind, it is reported by itself. */
export type NotTaken = { path: string; reason: string; kind?: LeftOutKind };

/** Something found in what was chosen. */
export type Found = { file: IntakeFile } | { picture: IntakeFile } | { notTaken: NotTaken };

/** A file as it was found in a folder or archive, or chosen; its bytes are not read yet. */
export type ChosenEntry = {
  path: string;
  sizeBytes: number;
  modifiedAt?: number;
  open(): Promise<Blob>;
  /** The first bytes, where opening all of it costs more. */
  head?(bytes: number): Promise<Uint8Array>;
  /** Why it cannot be taken, if it would be. */
  refusal?: string;
};

/** Thrown when a file turns out to be another than it seemed; the message is a sentence. */
export class RefusedFile extends Error {
  readonly kind: LeftOutKind | undefined;

  constructor(reason: string, kind?: LeftOutKind) {
    super(reason);
    this.name = 'RefusedFile';
    this.kind = kind;
  }
}
