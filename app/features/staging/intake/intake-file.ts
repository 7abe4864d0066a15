/** A file that may be staged. `path` begins with the folder or archive that was chosen; steps are divided by `/`. */
export type IntakeFile = {
  path: string;
  /** Its name with extension, under which it is uploaded. */
  name: string;
  sizeBytes: number;
  /** Its bytes; of a file in an archive, unpacked into memory. Rejects with `RefusedFile`. */
  open(): Promise<Blob>;
};

/** A file or archive that is not taken, and why, in a sentence. */
export type NotTaken = { path: string; reason: string };

/** Something found in what was chosen. */
export type Found = { file: IntakeFile } | { notTaken: NotTaken };

/** Thrown when a file turns out to be another than it seemed; the message is a sentence. */
export class RefusedFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RefusedFile';
  }
}
