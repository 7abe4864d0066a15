import { chunkBytes } from '#domain/chunk.ts';
import { digest } from '#test/support/library.ts';
import { makePdf } from '#test/support/documents.ts';
import type { Random } from './seeded-random.ts';

/** How a material stands. */
export type Standing = { state: 'none' | 'published' | 'trash'; title: string; fileId: string };

/** A file that was sent, and whether it must, may or must not be there. */
export type SentFile = {
  id: string;
  bytes: Buffer;
  sha256: string;
  is: 'there' | 'uncertain' | 'gone';
};

/**
 * A material of one worker. While a change is on its way it may stand either way; once the change was acknowledged, only
 * as that says.
 */
export type ExpectedMaterial = { id: string; possible: Standing[] };

/** What a worker believes of its own part of the shelf; nobody else changes that. */
export type ExpectedShelf = {
  materials: Map<string, ExpectedMaterial>;
  files: Map<string, SentFile>;
  /** Looked at again after the next kill: everything touched since the last one. */
  touched: Set<string>;
};

export function createExpectedShelf(): ExpectedShelf {
  return { materials: new Map(), files: new Map(), touched: new Set() };
}

/** A PDF nobody has sent yet; one in so many is larger than one chunk. */
export function makeFile(id: string, random: Random): SentFile {
  const padBytes = random.onceIn(12) ? chunkBytes + random.below(200_000) : random.below(60_000);
  const bytes = makePdf([[id]], { padBytes });
  return { id, bytes, sha256: digest(bytes), is: 'uncertain' };
}
