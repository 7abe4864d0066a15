import { LRUCache } from 'lru-cache';
import { weigh, type CachedAnswer } from './kept-answer.ts';
import type { Scope } from './scopes.ts';

export type StoredAnswer = {
  answer: CachedAnswer;
  madeAt: number;
  scopes: ReadonlySet<Scope>;
};

/** Responses in memory, up to a limit. They are found by their key and evicted by their scopes. */
export type AnswerStore = {
  find(key: string): StoredAnswer | null;
  put(key: string, stored: StoredAnswer): void;
  delete(key: string): void;
  /** Updates the size of a response after a coding was added to it. */
  reweigh(key: string, answer: CachedAnswer): void;
  deleteWith(scope: Scope): void;
  clear(): void;
  readonly size: { answers: number; bytes: number };
};

/**
 * Fraction of a full store for responses requested only once. A client that requests a thousand addresses which nobody
 * else reads replaces these, and not the responses that are read again.
 */
const shareOfNew = 1 / 4;

/** Creates the store. Evicts responses that were requested only once first, then the least recently requested ones. */
export function createAnswerStore({ maxBytes, maxAnswers }: { maxBytes: number; maxAnswers: number }): AnswerStore {
  const index = createScopeIndex();
  /** Responses requested once, and responses requested again. */
  const fresh = createSegment(maxBytes, index.unlink);
  const popular = createSegment(maxBytes, index.unlink);

  function putInto(segment: Segment, key: string, stored: StoredAnswer): void {
    segment.set(key, stored);
    if (segment.peek(key) === stored) index.link(key, stored);
  }

  const isOver = () =>
    fresh.calculatedSize + popular.calculatedSize > maxBytes || fresh.size + popular.size > maxAnswers;

  function makeRoom(): void {
    while (isOver()) {
      const isNewOver = fresh.calculatedSize > maxBytes * shareOfNew || fresh.size > maxAnswers * shareOfNew;
      if (popular.size === 0 || (fresh.size > 1 && isNewOver)) fresh.pop();
      else popular.pop();
    }
  }

  function remove(key: string): void {
    fresh.delete(key);
    popular.delete(key);
  }

  return {
    find(key) {
      const known = popular.get(key);
      if (known) return known;
      const found = fresh.peek(key);
      if (!found) return null;
      fresh.delete(key);
      putInto(popular, key, found);
      return found;
    },
    put(key, stored) {
      remove(key);
      putInto(fresh, key, stored);
      makeRoom();
    },
    delete: remove,
    reweigh(key, answer) {
      for (const segment of [fresh, popular]) {
        const stored = segment.peek(key);
        if (stored?.answer !== answer) continue;
        segment.delete(key);
        putInto(segment, key, stored);
      }
      makeRoom();
    },
    deleteWith: (scope) => index.keysWith(scope).forEach(remove),
    clear() {
      fresh.clear();
      popular.clear();
    },
    get size() {
      return { answers: fresh.size + popular.size, bytes: fresh.calculatedSize + popular.calculatedSize };
    },
  };
}

/** Indexes the keys of the responses with each scope. */
function createScopeIndex() {
  const keysOf = new Map<Scope, Set<string>>();
  return {
    keysWith: (scope: Scope) => Array.from(keysOf.get(scope) ?? []),
    link(key: string, { scopes }: StoredAnswer): void {
      for (const scope of scopes) {
        const keys = keysOf.get(scope) ?? new Set();
        keysOf.set(scope, keys.add(key));
      }
    },
    unlink(key: string, { scopes }: StoredAnswer): void {
      for (const scope of scopes) {
        const keys = keysOf.get(scope);
        keys?.delete(key);
        if (keys?.size === 0) keysOf.delete(scope);
      }
    },
  };
}

type Segment = LRUCache<string, StoredAnswer>;

/** Creates a part of the store; `calculatedSize` has the bytes of its responses. */
function createSegment(maxBytes: number, unlink: (key: string, stored: StoredAnswer) => void): Segment {
  return new LRUCache({
    // LRUCache rejects 0, which means that nothing is cached.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ answer, scopes }, key) => weigh(key, answer) + 64 * scopes.size,
    dispose: (stored, key) => unlink(key, stored),
  });
}
