import { chunkBytes } from '#domain/text/chunk.ts';
import { digest } from '#test/support/library.ts';
import { makePdf } from '#test/support/documents.ts';
import type { Random } from './seeded-random.ts';
import type { ImportedFiles } from './staging-steps.ts';

/** State of a material that the library has, or may have. */
export type MaterialState = {
  state: 'none' | 'published' | 'trash';
  title: string;
  fileId: string;
  /** True if only administrators may read it. */
  isHidden: boolean;
};

export const noMaterial: MaterialState = { state: 'none', title: '', fileId: '', isHidden: false };

/**
 * A sent file; `uncertain` while its upload is not acknowledged, `deleting` while its deletion is not: a deleted one
 * can't be sent again under its id.
 */
export type SentFile = {
  id: string;
  bytes: Buffer;
  sha256: string;
  state: 'stored' | 'uncertain' | 'deleting' | 'deleted';
};

/** A material of one worker, and its possible states: two while a change has not been acknowledged, otherwise one. */
export type ExpectedMaterial = { id: string; possible: MaterialState[] };

/** Expectations of a worker for its own part of the library, which no other worker changes. */
export type ExpectedShelf = {
  materials: Map<string, ExpectedMaterial>;
  files: Map<string, SentFile>;
  /** Several materials changed by one request that is not acknowledged yet: all of them, or none. */
  together: ExpectedMaterial[];
  imported: ImportedFiles;
  /** Ids changed since the last kill; checked after the next one. */
  touched: Set<string>;
};

export function createExpectedShelf(): ExpectedShelf {
  return { materials: new Map(), files: new Map(), together: [], imported: { files: [] }, touched: new Set() };
}

/** Makes a new PDF; one in twelve is larger than one chunk. */
export function makeFile(id: string, random: Random): SentFile {
  const padBytes = random.onceIn(12) ? chunkBytes + random.below(200_000) : random.below(60_000);
  const bytes = makePdf([[id]], { padBytes });
  return { id, bytes, sha256: digest(bytes), state: 'uncertain' };
}

/** Returns the state of a material between two steps, when only one is possible. */
export function certain({ id, possible }: ExpectedMaterial): MaterialState {
  const [state] = possible;
  if (!state || possible.length > 1) throw new Error(`the state of ${id} is not certain`);
  return state;
}
