import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** For so long after it was last found good a session counts as known. */
const knownMs = 10 * 60 * 1000;
/** A library has a few administrators, each with a few browsers. */
const maxKnown = 1000;

export type KnownSessions = {
  /** Notes that the secret of a session was just found good. */
  remember(secret: string): void;
  has(secret: string | null): boolean;
};

/**
 * Remembers which sessions were good a moment ago, without asking the database: enough to let them in before others,
 * and for nothing else.
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
