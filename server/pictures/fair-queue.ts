/** Why a piece of work was never begun: too much waits, it waited too long, nobody wants it any more, or the end came. */
export class NotServed extends Error {
  readonly why: 'full' | 'late' | 'left' | 'closed';

  constructor(why: NotServed['why']) {
    super(`work was not begun: ${why}`);
    this.name = 'NotServed';
    this.why = why;
  }
}

export type QueuePlace<Lane extends string> = {
  /** What kind of work it is. Lanes take turns, so a full one never holds up another. */
  lane: Lane;
  /** Whose work it is, e.g. a file. Keys take turns within a lane, and one key never has two pieces done at once. */
  key: string;
  /** Aborted when nobody waits for the result any more: what has not begun by then is dropped. */
  signal?: AbortSignal | undefined;
};

/** Work waiting for a few workers, in turns: lane by lane, and key by key within a lane. */
export interface FairQueue<Lane extends string> {
  /** Settles as `work` does, or rejects with `NotServed` when it was never begun. */
  add<Result>(place: QueuePlace<Lane>, work: () => Promise<Result>): Promise<Result>;
  /** How much waits or runs. */
  size(): number;
  /** Drops all that waits and takes nothing more. */
  close(): void;
}

type Waiting = { run: () => Promise<void>; refuse: (why: NotServed['why']) => void };

/** `maxWaiting` and `maxWaitingPerKey` bound each lane; `patienceMs` is how long a piece waits for its beginning. */
export function createFairQueue<Lane extends string>(parts: {
  lanes: readonly Lane[];
  workers: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  patienceMs: number;
}): FairQueue<Lane> {
  // A Map keeps the order of insertion: a key that has had its turn is inserted anew, at the end.
  const lanes = new Map(parts.lanes.map((lane) => [lane, new Map<string, Waiting[]>()]));
  const running = new Set<string>();
  let isClosed = false;

  const countWaiting = (lane: Map<string, Waiting[]>) =>
    [...lane.values()].reduce((total, entries) => total + entries.length, 0);

  /** The next in turn; it and its lane go to the end of theirs. */
  function takeNext(): { key: string; entry: Waiting } | null {
    for (const [name, lane] of lanes) {
      for (const [key, entries] of lane) {
        if (running.has(key)) continue;
        const entry = entries.shift();
        lane.delete(key);
        if (entries.length > 0) lane.set(key, entries);
        lanes.delete(name);
        lanes.set(name, lane);
        if (entry) return { key, entry };
      }
    }
    return null;
  }

  function begin(): void {
    while (running.size < parts.workers) {
      const next = takeNext();
      if (!next) return;
      running.add(next.key);
      void next.entry.run().finally(() => {
        running.delete(next.key);
        begin();
      });
    }
  }

  function drop(lane: Map<string, Waiting[]>, key: string, entry: Waiting): void {
    const entries = lane.get(key)?.filter((other) => other !== entry) ?? [];
    if (entries.length > 0) lane.set(key, entries);
    else lane.delete(key);
  }

  return {
    add<Result>({ lane: name, key, signal }: QueuePlace<Lane>, work: () => Promise<Result>): Promise<Result> {
      const lane = lanes.get(name);
      if (!lane) return Promise.reject(new Error(`there is no lane ${name}`));
      if (isClosed) return Promise.reject(new NotServed('closed'));
      if (signal?.aborted) return Promise.reject(new NotServed('left'));
      const ofKey = lane.get(key) ?? [];
      if (ofKey.length >= parts.maxWaitingPerKey || countWaiting(lane) >= parts.maxWaiting)
        return Promise.reject(new NotServed('full'));
      return new Promise<Result>((resolve, reject) => {
        const leave = () => entry.refuse('left');
        const patience = setTimeout(() => entry.refuse('late'), parts.patienceMs).unref();
        const settleWaiting = () => {
          clearTimeout(patience);
          signal?.removeEventListener('abort', leave);
        };
        const entry: Waiting = {
          run() {
            settleWaiting();
            return work().then(resolve, reject);
          },
          refuse(why) {
            settleWaiting();
            drop(lane, key, entry);
            reject(new NotServed(why));
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        lane.set(key, [...ofKey, entry]);
        begin();
      });
    },

    size: () => running.size + [...lanes.values()].reduce((total, lane) => total + countWaiting(lane), 0),

    close() {
      isClosed = true;
      for (const lane of lanes.values())
        for (const entries of lane.values()) for (const entry of entries) entry.refuse('closed');
    },
  };
}
