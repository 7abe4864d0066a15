import { isIdentifier } from '#domain/identifier.ts';
import type { DerivedKind } from '#server/engines/storage/storage.ts';

/**
 * The names of all objects in the bucket. Throws for anything but a file identifier, part index, digest or plain
 * name.
 */
export interface S3Keys {
  /** The prefix of every finished file. */
  files: string;
  finished(fileId: string): string;
  /** The prefix of every part of a file that is still being uploaded. */
  parts: string;
  partsOf(fileId: string): string;
  part(fileId: string, index: number): string;
  /** The prefix of everything that was set aside. */
  aside: string;
  /** The prefix of every derived file of this kind. */
  derivedKind(kind: DerivedKind): string;
  /** The prefix of every file of this kind derived from the file with these bytes. */
  derivedFrom(kind: DerivedKind, sha256: string): string;
  derived(kind: DerivedKind, sha256: string, name: string): string;
  /** Written by `ping`. */
  probe: string;
  /** Identifies the library that the store belongs to. */
  owner: string;
}

/** The digits of a part's index, so that the parts of a file are listed in order. */
const indexDigits = 6;
/** The SHA-256 of the file that others are derived from. */
export const digestForm = /^[0-9a-f]{64}$/;
/** Names of derived files, without a slash. */
const nameForm = /^[\w-][\w.-]{0,199}$/;

export function createS3Keys(prefix: string): S3Keys {
  const files = `${prefix}files/`;
  const parts = `${prefix}parts/`;
  const partsOf = (fileId: string) => `${parts}${check(fileId)}/`;
  const derivedKind = (kind: DerivedKind) => `${prefix}derived/${kind}/`;
  const derivedFrom = (kind: DerivedKind, sha256: string) => {
    if (!digestForm.test(sha256)) throw new Error('storage (S3): the key of a derived file must be a SHA-256');
    return `${derivedKind(kind)}${sha256}/`;
  };
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
    derivedKind,
    derivedFrom,
    derived(kind, sha256, name) {
      if (!nameForm.test(name)) throw new Error('storage (S3): this is not a name of a derived file');
      return derivedFrom(kind, sha256) + name;
    },
    probe: `${prefix}probe`,
    owner: `${prefix}library`,
  };
}

function check(fileId: string): string {
  if (!isIdentifier(fileId)) throw new Error('storage (S3): a key must be a file identifier');
  return fileId;
}
