import { chunkBytes } from '#domain/chunk.ts';
import { digest } from '#test/support/library.ts';
import { makePdf } from '#test/support/documents.ts';
import type { Random } from './seeded-random.ts';
import type { ImportedFiles } from './staging-steps.ts';

/** A material as it is, or may be, in the library. */
export type MaterialState = {
  state: 'none' | 'published' | 'trash';
  title: string;
  fileId: string;
  /** Whether only administrators may read it. */
  isHidden: boolean;
};

export const noMaterial: MaterialState = { state: 'none', title: '', fileId: '', isHidden: false };

/**
 * A file that was sent; `uncertain` while its upload is not acknowledged, `deleting` while its deletion is not: one that was
 * deleted can't be sent again under its id.
 */
export type SentFile = {
  id: string;
  bytes: Buffer;
  sha256: string;
  state: 'stored' | 'uncertain' | 'deleting' | 'deleted';
};

/**
 * A material of one worker, and the states it may be in: two while a change has not been acknowledged, otherwise one.
 */
export type ExpectedMaterial = { id: string; possible: MaterialState[] };

/** What a worker expects of its own part of the shelf, which no other worker changes. */
export type ExpectedShelf = {
  materials: Map<string, ExpectedMaterial>;
  files: Map<string, SentFile>;
  /** Several materials that one request changes, which is not acknowledged yet: all of them, or none. */
  together: ExpectedMaterial[];
  imported: ImportedFiles;
  /** The ids of what was changed since the last kill; checked after the next one. */
  touched: Set<string>;
};

export function createExpectedShelf(): ExpectedShelf {
  return { materials: new Map(), files: new Map(), together: [], imported: { files: [] }, touched: new Set() };
}

/** A new PDF; one in twelve is larger than one chunk. */
export function makeFile(id: string, random: Random): SentFile {
  const padBytes = random.onceIn(12) ? chunkBytes + random.below(200_000) : random.below(60_000);
  const bytes = makePdf([[id]], { padBytes });
  return { id, bytes, sha256: digest(bytes), state: 'uncertain' };
}

/** The state of a material between two steps, when only one is possible. */
export function certain({ id, possible }: ExpectedMaterial): MaterialState {
  const [state] = possible;
  if (!state || possible.length > 1) throw new Error(`the state of ${id} is not certain`);
  return state;
}
