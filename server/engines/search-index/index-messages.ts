import type { ThreadFailure } from '#server/machinery/threads/thread-failure.ts';

/** The start parameters of every thread that searches. */
export type SearchThreadSetup = {
  /** One 32-bit number: the id of the search to abort (server/machinery/threads/thread-pool.ts). */
  abortedId: SharedArrayBuffer;
  /** Amount by which the priority of the thread is lowered: from 0, not at all, to 19. */
  niceness: number;
};

export type SearchCall = { name: 'find' | 'excerpt'; given: readonly unknown[] };
export type SearchAnswer = { result: unknown } | { failure: ThreadFailure };
