/** Work waiting its turn, one at a time. */
export interface JobQueue {
  /** Null when too much is waiting already. `isUrgent` goes before what is not, and is never too much. */
  add<Result>(work: () => Promise<Result>, isUrgent?: boolean): Promise<Result> | null;
  /** How many wait or run. */
  size(): number;
}

type Waiting = { run: () => Promise<void>; isUrgent: boolean };

export function createJobQueue(maxWaiting: number): JobQueue {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.run();
    isRunning = false;
  }

  return {
    add(work, isUrgent = false) {
      if (!isUrgent && waiting.length >= maxWaiting) return null;
      return new Promise((resolve, reject) => {
        const entry: Waiting = { isUrgent, run: () => work().then(resolve, reject) };
        const place = isUrgent ? waiting.findIndex((other) => !other.isUrgent) : -1;
        waiting.splice(place === -1 ? waiting.length : place, 0, entry);
        void drain();
      });
    },
    size: () => waiting.length + (isRunning ? 1 : 0),
  };
}
