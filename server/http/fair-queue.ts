/** Why work was not done: too much is waiting, or it waited or took too long. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

/** Why work was not done: nobody waits for it any more. */
export class NobodyWaits extends Error {
  override name = 'NobodyWaits';
}

export type QueueLimits = {
  /** How many jobs run at a time. */
  width: number;
  /** How many wait, at most. */
  waiting: number;
  /** How long one waits, at most. */
  waitMs: number;
  /** How long one may run before its place is given to another. */
  jobMs: number;
};

export type FairQueue = {
  /**
   * Runs a job when it is its turn. Rejects with `TooBusy` when the queue is full or time is up, with `NobodyWaits`
   * when `signal` is aborted before the job began, and with whatever the job rejects with.
   */
  run<Result>(from: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  readonly waiting: number;
};

type Waiting = { start: () => void; refuse: (reason: Error) => void };

/**
 * A short queue that takes turns between those who ask (`from`, a network address): one who asks for a hundred things
 * waits behind everybody who asks for one. When it is full, the longest line loses its last place to a shorter one.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  // In the order of turns.
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let running = 0;

  function remove(from: string, entry: Waiting): boolean {
    const line = lines.get(from);
    const index = line?.indexOf(entry) ?? -1;
    if (!line || index < 0) return false;
    line.splice(index, 1);
    waiting -= 1;
    if (line.length === 0) lines.delete(from);
    return true;
  }

  function startNext(): void {
    if (running >= limits.width) return;
    const [next] = lines;
    const entry = next?.[1][0];
    if (!next || !entry) return;
    const [from, line] = next;
    remove(from, entry);
    if (line.length > 0) {
      lines.delete(from);
      lines.set(from, line);
    }
    entry.start();
  }

  /** Makes room for one more of `from`; false when its own line is the longest. */
  function makeRoom(from: string): boolean {
    if (waiting < limits.waiting) return true;
    const [longest, line] = [...lines].reduce((most, each) => (each[1].length > most[1].length ? each : most));
    const last = line.at(-1);
    if (!last || line.length <= (lines.get(from)?.length ?? 0) + 1) return false;
    remove(longest, last);
    last.refuse(new TooBusy('others need the place'));
    return true;
  }

  return {
    get waiting() {
      return waiting;
    },
    run<Result>(from: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const start = () => {
        running += 1;
        let isDone = false;
        const done = () => {
          clearTimeout(timer);
          if (isDone) return;
          isDone = true;
          running -= 1;
          startNext();
        };
        const timer = setTimeout(() => {
          done();
          reject(new TooBusy('the work took too long'));
        }, limits.jobMs);
        void job().then(resolve, reject).finally(done);
      };
      if (signal?.aborted) reject(new NobodyWaits());
      else if (running < limits.width && waiting === 0) start();
      else if (!makeRoom(from)) reject(new TooBusy('too much is waiting'));
      else {
        const leave = () => void (remove(from, entry) && entry.refuse(new NobodyWaits()));
        const timer = setTimeout(
          () => void (remove(from, entry) && entry.refuse(new TooBusy('it waited too long'))),
          limits.waitMs,
        );
        const settle = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
        };
        const entry: Waiting = {
          start: () => {
            settle();
            start();
          },
          refuse: (reason) => {
            settle();
            reject(reason);
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        lines.set(from, [...(lines.get(from) ?? []), entry]);
        waiting += 1;
      }
      return promise;
    },
  };
}
