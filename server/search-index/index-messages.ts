import type { ThreadFailure } from '#server/database/thread-failure.ts';

/** What a thread of the index is started with. */
export type IndexThreadSetup = {
  file: string;
  /** The database of materials; only threads that search read it. */
  libraryFile: string;
  /** One 32-bit number: the id of the search to abort. */
  abortedId: SharedArrayBuffer;
  /** How much the priority of the thread is lowered: from 0, not at all, to 19. */
  niceness: number;
  /** Writes a whole file that is thrown away unless it is finished. */
  isBulk?: boolean;
};

export type IndexCall = { id: number; name: string; given: readonly unknown[] };
export type IndexAnswer = { id: number; result: unknown } | { id: number; failure: ThreadFailure } | { remade: string };
