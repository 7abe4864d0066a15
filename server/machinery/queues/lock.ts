/** A lock with a bounded queue: a maximum length and a timeout. */
export interface Lock {
  /**
   * Resolves with null once the caller has the lock and must `release` it; otherwise with the reason of the refusal.
   */
  acquire(): Promise<string | null>;
  release(): void;
}

export function createLock({ maxWaiting, waitMs }: { maxWaiting: number; waitMs: number }): Lock {
  const waiting = new Set<() => void>();
  let isTaken = false;
  return {
    acquire() {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve(null);
      }
      if (waiting.size >= maxWaiting) return Promise.resolve(`${maxWaiting} other writes are already waiting`);
      return new Promise((resolve) => {
        const take = () => {
          clearTimeout(timer);
          resolve(null);
        };
        const timer = setTimeout(() => {
          waiting.delete(take);
          resolve(`the previous write did not end within ${waitMs} ms`);
        }, waitMs);
        waiting.add(take);
      });
    },
    release() {
      // A Set iterates in the order of insertion, so the first in the queue is next.
      const [next] = waiting;
      if (!next) {
        isTaken = false;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}

/** Returns a function that runs calls one after another. A call that fails does not stop the next. */
export function createSerial(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
