import { createTurns } from './turns.ts';

/**
 * The reason why a piece of work was never started: the queue was full, it timed out, it was aborted, or the queue was
 * closed.
 */
export class NotStarted extends Error {
  readonly why: 'full' | 'timed-out' | 'aborted' | 'closed';

  constructor(why: NotStarted['why']) {
    super(`work was not started: ${why}`);
    this.name = 'NotStarted';
    this.why = why;
  }
}

export type QueuedWork<Lane extends string> = {
  /** The kind of work. Lanes take turns, so a full one never blocks another. */
  lane: Lane;
  /**
   * The object of the work, e.g. a file. Keys take turns within a lane; no two pieces of work with one key run at once.
   */
  key: string;
  /** Aborted when no caller waits for the result any more: work that has not started by then is dropped. */
  signal?: AbortSignal | undefined;
};

/** Queues work for a few workers, in turns: lane by lane, and key by key within a lane. */
export interface FairQueue<Lane extends string> {
  /** Settles as `work` does, or rejects with `NotStarted`. */
  add<Result>(queued: QueuedWork<Lane>, work: () => Promise<Result>): Promise<Result>;
  /** Returns the number of queued and running pieces of work. */
  size(): number;
  /** Drops everything that is queued and refuses more. */
  close(): void;
}

type Waiting = { run: () => Promise<void>; refuse: (why: NotStarted['why']) => void };

/**
 * Creates the queue. `maxWaiting` and `maxWaitingPerKey` limit each lane; `maxWaitMs` is the longest wait of a piece of
 * work until it starts.
 */
export function createFairQueue<Lane extends string>(parts: {
  lanes: readonly Lane[];
  workers: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  maxWaitMs: number;
}): FairQueue<Lane> {
  const waiting = createTurns<Lane, Waiting>(parts.lanes);
  const running = new Set<string>();
  let isClosed = false;

  function begin(): void {
    while (running.size < parts.workers) {
      const next = waiting.next(running);
      if (!next) return;
      running.add(next.key);
      void next.item.run().finally(() => {
        running.delete(next.key);
        begin();
      });
    }
  }

  return {
    add<Result>({ lane, key, signal }: QueuedWork<Lane>, work: () => Promise<Result>): Promise<Result> {
      if (isClosed) return Promise.reject(new NotStarted('closed'));
      if (signal?.aborted) return Promise.reject(new NotStarted('aborted'));
      if (waiting.count(lane, key) >= parts.maxWaitingPerKey || waiting.count(lane) >= parts.maxWaiting)
        return Promise.reject(new NotStarted('full'));
      return new Promise<Result>((resolve, reject) => {
        const abort = () => entry.refuse('aborted');
        const timer = setTimeout(() => entry.refuse('timed-out'), parts.maxWaitMs).unref();
        const stopWaiting = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const entry: Waiting = {
          run() {
            stopWaiting();
            return work().then(resolve, reject);
          },
          refuse(why) {
            stopWaiting();
            waiting.remove(lane, key, entry);
            reject(new NotStarted(why));
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        waiting.add(lane, key, entry);
        begin();
      });
    },

    size: () => running.size + waiting.count(),

    close() {
      isClosed = true;
      for (const entry of waiting.all()) entry.refuse('closed');
    },
  };
}
