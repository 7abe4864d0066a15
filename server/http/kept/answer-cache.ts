import { LRUCache } from 'lru-cache';
import { weigh, type KeptAnswer } from './kept-answer.ts';
import { everything, type Scope } from './scopes.ts';

/** Makes an answer. It names what it reads to `note`, each before it is read. */
export type MakeAnswer = (
  note: (scope: Scope) => void,
) => Promise<{ answer: KeptAnswer; isCacheable: boolean; isCurrent?: (() => boolean) | undefined }>;

/** Who asks: the network address, and a signal that is aborted when the connection closes. */
export type Requester = { from: string; signal: AbortSignal };

export type AnswerCache = {
  /**
   * The answer under that key, made at most once at a time; cached when `make` says `isCacheable`. A requester that
   * aborts `signal` no longer waits: an answer that nobody waits for is not begun. When making it fails, it fails for
   * those who wait, and the next one tries again.
   */
  get(key: string, make: MakeAnswer, requester?: Requester): Promise<KeptAnswer>;
  /** The cached answer under that key, else null. */
  peek(key: string): KeptAnswer | null;
  /** The answer that is being made under that key, for another who asks for it; null if there is none to wait for. */
  join(key: string): Promise<KeptAnswer> | null;
  /** Weighs a cached answer again, after a coding was added to it. */
  reweigh(key: string, answer: KeptAnswer): void;
  /** Evicts the answers with one of these scopes, or all of them: what they show has changed. */
  forget(scopes: Iterable<Scope> | null): void;
  /** How much is cached now. */
  readonly size: { answers: number; bytes: number };
};

type Kept = {
  answer: KeptAnswer;
  madeAt: number;
  scopes: ReadonlySet<Scope>;
  isCurrent: (() => boolean) | undefined;
};

/** The placeholder for an answer until it is scheduled. */
const never = new Promise<KeptAnswer>(() => undefined);

type Making = {
  answer: Promise<KeptAnswer>;
  beganAt: number | null;
  waiting: number;
  abandon: AbortController;
  scopes: Set<Scope>;
  /** Something that it has read was changed since. */
  isStale: boolean;
};

/** How the making of an answer waits for its turn (fair-queue.ts). */
type Schedule = <Result>(from: string, job: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * The share of a full cache that answers requested only once may take. A client that requests a thousand addresses which
 * nobody else reads replaces these, and not the answers that are read again.
 */
const shareOfNew = 1 / 4;

/** Whoever asks later than this for an answer that is still being made starts another one: the first may be stuck. */
const maxJoinMs = 5000;

/**
 * Caches answers that are the same for every visitor, up to a number of bytes and of answers. The least recently
 * requested are evicted first, and before them those requested only once. An answer that was changed while it was made
 * is sent to those who waited for it, but not cached.
 */
export function createAnswerCache(options: {
  maxBytes: number;
  maxAnswers: number;
  maxAgeMs: number;
  now: () => number;
  schedule?: Schedule;
}): AnswerCache {
  const { maxBytes, maxAnswers, now, schedule = (_from, job) => job() } = options;
  /** The keys of the answers with each scope. */
  const keysOf = new Map<Scope, Set<string>>();
  /** Answers requested once, and answers requested again. */
  const fresh = createSegment(maxBytes, unlink);
  const popular = createSegment(maxBytes, unlink);
  const underWay = new Map<string, Making>();

  function unlink(key: string, { scopes }: Kept): void {
    for (const scope of scopes) {
      const keys = keysOf.get(scope);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(scope);
    }
  }

  function link(key: string, { scopes }: Kept): void {
    for (const scope of scopes) {
      const keys = keysOf.get(scope) ?? new Set();
      keysOf.set(scope, keys.add(key));
    }
  }

  function put(segment: LRUCache<string, Kept>, key: string, kept: Kept): void {
    segment.set(key, kept);
    if (segment.peek(key) === kept) link(key, kept);
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

  function drop(key: string): void {
    fresh.delete(key);
    popular.delete(key);
  }

  function find(key: string): Kept | null {
    const known = popular.get(key);
    const found = known ?? fresh.peek(key);
    if (!found) return null;
    if (now() - found.madeAt >= options.maxAgeMs || found.isCurrent?.() === false) {
      drop(key);
      return null;
    }
    if (!known) {
      fresh.delete(key);
      put(popular, key, found);
    }
    return found;
  }

  function begin(key: string, make: MakeAnswer, from: string): Making {
    const abandon = new AbortController();
    const making: Making = { answer: never, beganAt: null, waiting: 0, abandon, scopes: new Set(), isStale: false };
    const job = async () => {
      making.beganAt = now();
      const { answer, isCacheable, isCurrent } = await make((scope) => making.scopes.add(scope));
      if (isCacheable && !making.isStale) {
        drop(key);
        put(fresh, key, { answer, madeAt: now(), scopes: making.scopes, isCurrent });
        makeRoom();
      }
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
    peek: (key) => find(key)?.answer ?? null,

    join: (key) => findUnderWay(key)?.answer ?? null,

    async get(key, make, requester) {
      const found = find(key);
      if (found) return found.answer;
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

    reweigh(key, answer) {
      for (const segment of [fresh, popular]) {
        const kept = segment.peek(key);
        if (kept?.answer !== answer) continue;
        segment.delete(key);
        put(segment, key, kept);
      }
      makeRoom();
    },

    forget(scopes) {
      const touched = scopes && [...scopes, everything];
      if (touched) {
        for (const scope of touched) for (const key of [...(keysOf.get(scope) ?? [])]) drop(key);
      } else {
        fresh.clear();
        popular.clear();
      }
      // What has not been read yet will be read as it is now.
      for (const [key, making] of underWay) {
        if (making.beganAt === null) continue;
        if (touched && !touched.some((scope) => making.scopes.has(scope))) continue;
        making.isStale = true;
        underWay.delete(key);
      }
    },

    get size() {
      return {
        answers: fresh.size + popular.size,
        bytes: fresh.calculatedSize + popular.calculatedSize,
      };
    },
  };
}

/** A part of the cache, with the bytes of its answers in `calculatedSize`. */
function createSegment(maxBytes: number, unlink: (key: string, kept: Kept) => void): LRUCache<string, Kept> {
  return new LRUCache({
    // It takes no 0, with which nothing is to be cached.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ answer, scopes }, key) => weigh(key, answer) + 64 * scopes.size,
    dispose: (kept, key) => unlink(key, kept),
  });
}
