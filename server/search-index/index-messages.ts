import type { ThreadFailure } from '#server/database/thread-failure.ts';

/** What every thread that searches is started with. */
export type SearchThreadSetup = {
  /** One 32-bit number: the id of the search to abort. Whoever stores it notifies those who wait for it. */
  abortedId: SharedArrayBuffer;
  /** How much the priority of the thread is lowered: from 0, not at all, to 19. */
  niceness: number;
};

export type IndexCall = { id: number; name: string; given: readonly unknown[] };
/** The first message says that the thread has loaded its program. */
export type SearchMessage = { isReady: true } | IndexAnswer;
export type IndexAnswer = { id: number; result: unknown } | { id: number; failure: ThreadFailure } | { remade: string };
