import type { ThreadFailure } from '#server/database/thread-failure.ts';

/** What every thread that searches is started with. */
export type SearchThreadSetup = {
  /** One 32-bit number: the id of the search to abort (server/machinery/thread-pool.ts). */
  abortedId: SharedArrayBuffer;
  /** How much the priority of the thread is lowered: from 0, not at all, to 19. */
  niceness: number;
};

export type SearchCall = { name: 'find' | 'excerpt'; given: readonly unknown[] };
export type SearchAnswer = { result: unknown } | { failure: ThreadFailure };

export type IndexCall = { id: number; name: string; given: readonly unknown[] };
export type IndexAnswer = { id: number; result: unknown } | { id: number; failure: ThreadFailure } | { remade: string };
