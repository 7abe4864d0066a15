import { createAnswerStore } from './answer-store.ts';
import type { CachedAnswer } from './kept-answer.ts';
import { everything, type Scope } from './scopes.ts';

/** Makes a response. Passes each scope to `note` before reading it. */
export type MakeAnswer = (note: (scope: Scope) => void) => Promise<{ answer: CachedAnswer; isCacheable: boolean }>;

/** The client: its site (client-address.ts), and a signal that is aborted when its connection closes. */
export type Requester = { from: string; signal: AbortSignal };

export type AnswerCache = {
  /**
   * Returns the response under that key, made at most once at a time; cached if `make` returns `isCacheable`. A client
   * whose `signal` is aborted no longer waits; a response that no client waits for is not begun. If making it fails, it
   * fails for all waiting clients, and the next one tries again.
   */
  get(key: string, make: MakeAnswer, requester?: Requester): Promise<CachedAnswer>;
  /** Returns the cached response under that key, else null. */
  peek(key: string): CachedAnswer | null;
  /** Returns the response that is being made under that key for another request; null if there is none. */
  join(key: string): Promise<CachedAnswer> | null;
  /** Updates the size of a cached response after a coding was added to it. */
  reweigh(key: string, answer: CachedAnswer): void;
  /** Evicts the responses with one of these scopes, or all of them, because their data has changed. */
  forget(scopes: Iterable<Scope> | null): void;
  /** Current size of the cache. */
  readonly size: { answers: number; bytes: number };
};

/** Placeholder for a response until it is scheduled. */
const never = new Promise<CachedAnswer>(() => undefined);

type Making = {
  answer: Promise<CachedAnswer>;
  beganAt: number | null;
  waiting: number;
  abandon: AbortController;
  scopes: Set<Scope>;
  /** True if data that the response has read was changed meanwhile. */
  isStale: boolean;
};

/** Queues the making of a response (fair-queue.ts). */
type Schedule = <Result>(from: string, job: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Time after which a request no longer joins a response that is still being made, but starts another one: the first may
 * be stuck.
 */
const maxJoinMs = 5000;

/**
 * Caches responses that are the same for every visitor, up to a number of bytes and of responses (answer-store.ts). A
 * response whose data changed while it was being made is sent to the waiting clients, but not cached.
 */
export function createAnswerCache(options: {
  maxBytes: number;
  maxAnswers: number;
  maxAgeMs: number;
  now: () => number;
  schedule?: Schedule;
}): AnswerCache {
  const { now, schedule = (_from, job) => job() } = options;
  const store = createAnswerStore(options);
  const underWay = new Map<string, Making>();

  function find(key: string): CachedAnswer | null {
    const found = store.find(key);
    if (!found) return null;
    if (now() - found.madeAt < options.maxAgeMs) return found.answer;
    store.delete(key);
    return null;
  }

  function begin(key: string, make: MakeAnswer, from: string): Making {
    const abandon = new AbortController();
    const making: Making = { answer: never, beganAt: null, waiting: 0, abandon, scopes: new Set(), isStale: false };
    const job = async () => {
      making.beganAt = now();
      const { answer, isCacheable } = await make((scope) => making.scopes.add(scope));
      if (isCacheable && !making.isStale) store.put(key, { answer, madeAt: now(), scopes: making.scopes });
      return answer;
    };
    making.answer = schedule(from, job, abandon.signal).finally(() => {
      if (underWay.get(key) === making) underWay.delete(key);
    });
    underWay.set(key, making);
    return making;
  }

  function findUnderWay(key: string): Making | null {
    const making = underWay.get(key);
    return making && (making.beganAt === null || now() - making.beganAt < maxJoinMs) ? making : null;
  }

  return {
    peek: find,

    join: (key) => findUnderWay(key)?.answer ?? null,

    async get(key, make, requester) {
      const found = find(key);
      if (found) return found;
      const making = findUnderWay(key) ?? begin(key, make, requester?.from ?? '');
      making.waiting += 1;
      const leave = () => {
        making.waiting -= 1;
        if (making.waiting > 0 || making.beganAt !== null) return;
        if (underWay.get(key) === making) underWay.delete(key);
        making.abandon.abort();
      };
      if (requester?.signal.aborted) leave();
      else requester?.signal.addEventListener('abort', leave, { once: true });
      try {
        return await making.answer;
      } finally {
        requester?.signal.removeEventListener('abort', leave);
      }
    },

    reweigh: store.reweigh,

    forget(scopes) {
      const touched = scopes && [...scopes, everything];
      if (touched) touched.forEach(store.deleteWith);
      else store.clear();
      // Scopes that are not read yet will be read after the change.
      for (const [key, making] of underWay) {
        if (making.beganAt === null) continue;
        if (touched && !touched.some((scope) => making.scopes.has(scope))) continue;
        making.isStale = true;
        underWay.delete(key);
      }
    },

    get size() {
      return store.size;
    },
  };
}
