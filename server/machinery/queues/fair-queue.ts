import { FairLines } from './fair-lines.ts';
import { Refused } from './refused.ts';

export type QueuedWork<Lane extends string> = {
  /** The kind of work. Lanes are served in turn, so a full one never blocks another. */
  lane: Lane;
  /**
   * The object of the work, e.g. a file. Within a lane, keys are served in turn; work with the same key never runs at
   * the same time.
   */
  key: string;
  /** Aborted when no caller waits for the result any more: work that has not started by then is dropped. */
  signal?: AbortSignal | undefined;
};

/** Queues work for a few workers and serves it in turn: lane by lane, and key by key within a lane. */
export interface FairQueue<Lane extends string> {
  /** Settles as `work` does, or rejects with `Refused`. */
  add<Result>(queued: QueuedWork<Lane>, work: () => Promise<Result>): Promise<Result>;
  /** Returns the number of queued and running pieces of work. */
  size(): number;
  /** Drops everything in the queue and refuses more. */
  close(): void;
}

type Waiting = { key: string; run: () => Promise<void>; refuse: (why: Refused['why']) => void };

/**
 * Creates the queue. `maxWaiting` and `maxWaitingPerKey` limit each lane; `maxWaitMs` is the maximum time until a piece
 * of work starts.
 */
export function createFairQueue<Lane extends string>(parts: {
  lanes: readonly Lane[];
  workers: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  maxWaitMs: number;
}): FairQueue<Lane> {
  // A Map has its entries in the order of insertion: a lane that was served is inserted again, at the end.
  const lanes = new Map(parts.lanes.map((lane) => [lane, new FairLines<Waiting>(Infinity)]));
  const running = new Set<string>();
  let isClosed = false;

  function laneOf(name: Lane): FairLines<Waiting> {
    const lane = lanes.get(name);
    if (!lane) throw new Error(`there is no lane ${name}`);
    return lane;
  }

  /** Removes the next item whose key is not being worked on. */
  function takeNext(): Waiting | null {
    for (const [name, lane] of lanes) {
      const next = lane.next((key) => !running.has(key));
      if (!next) continue;
      lanes.delete(name);
      lanes.set(name, lane);
      return next;
    }
    return null;
  }

  function begin(): void {
    while (running.size < parts.workers) {
      const next = takeNext();
      if (!next) return;
      running.add(next.key);
      void next.run().finally(() => {
        running.delete(next.key);
        begin();
      });
    }
  }

  return {
    add<Result>({ lane, key, signal }: QueuedWork<Lane>, work: () => Promise<Result>): Promise<Result> {
      if (isClosed) return Promise.reject(new Refused('closed'));
      if (signal?.aborted) return Promise.reject(new Refused('aborted'));
      const waiting = laneOf(lane);
      if (waiting.sizeOf(key) >= parts.maxWaitingPerKey || waiting.size >= parts.maxWaiting)
        return Promise.reject(new Refused('full'));
      return new Promise<Result>((resolve, reject) => {
        const abort = () => entry.refuse('aborted');
        const timer = setTimeout(() => entry.refuse('timed-out'), parts.maxWaitMs).unref();
        const stopWaiting = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const entry: Waiting = {
          key,
          run() {
            stopWaiting();
            return work().then(resolve, reject);
          },
          refuse(why) {
            stopWaiting();
            waiting.remove(key, entry);
            reject(new Refused(why));
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        waiting.put(key, entry);
        begin();
      });
    },

    size: () => [...lanes.values()].reduce((sum, { size }) => sum + size, running.size),

    close() {
      isClosed = true;
      for (const lane of lanes.values()) for (const entry of lane.clear()) entry.refuse('closed');
    },
  };
}
