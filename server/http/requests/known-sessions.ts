import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Time for which a session counts as known after it was last found valid. */
const knownMs = 10 * 60 * 1000;
/** A library has a few administrators, each with a few browsers. */
const maxKnown = 1000;

export type KnownSessions = {
  /** Records that the secret of a session was just found valid. */
  remember(secret: string): void;
  has(secret: string | null): boolean;
};

/**
 * Remembers recently valid sessions without using the database: reliable enough to process their requests first, and
 * used for nothing else.
 */
export function createKnownSessions(now: () => number = Date.now): KnownSessions {
  const known = new LRUCache<string, number>({ max: maxKnown });
  const name = (secret: string) => createHash('sha256').update(secret).digest('base64');
  return {
    remember(secret) {
      known.set(name(secret), now());
    },
    has(secret) {
      if (secret === null || known.size === 0) return false;
      const moment = known.peek(name(secret));
      return moment !== undefined && now() - moment < knownMs;
    },
  };
}
