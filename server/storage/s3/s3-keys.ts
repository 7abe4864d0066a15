import { isIdentifier } from '#domain/identifier.ts';

/** The names of all objects in the bucket. Throws for what is not a file identifier or part index. */
export interface S3Keys {
  /** Every finished file begins so. */
  files: string;
  finished(fileId: string): string;
  /** Every part of a file that is still arriving begins so. */
  parts: string;
  partsOf(fileId: string): string;
  part(fileId: string, index: number): string;
  /** Everything that was set aside begins so. */
  aside: string;
  /** Every file that was derived from a stored one begins so. */
  derived: string;
  /** Written by `ping`. */
  probe: string;
  /** Says which library the store belongs to. */
  owner: string;
}

/** The digits of a part's index, so that the parts of a file are listed in their order. */
const indexDigits = 6;

export function createS3Keys(prefix: string): S3Keys {
  const files = `${prefix}files/`;
  const parts = `${prefix}parts/`;
  const partsOf = (fileId: string) => `${parts}${check(fileId)}/`;
  return {
    files,
    finished: (fileId) => files + check(fileId),
    parts,
    partsOf,
    part(fileId, index) {
      if (!Number.isSafeInteger(index) || index < 0 || index >= 10 ** indexDigits)
        throw new Error(`storage (S3): ${index} is not a part index`);
      return partsOf(fileId) + String(index).padStart(indexDigits, '0');
    },
    aside: `${prefix}aside/`,
    derived: `${prefix}derived/`,
    probe: `${prefix}probe`,
    owner: `${prefix}library`,
  };
}

function check(fileId: string): string {
  if (!isIdentifier(fileId)) throw new Error('storage (S3): a key must be a file identifier');
  return fileId;
}
