/** Runs work on the same key one after another, and work on different keys concurrently. */
export type OneAtATime = {
  <Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Whether work on that key is running or queued. */
  isBusy(key: string): boolean;
};

/** A lock for each key within this process. */
export function createOneAtATime(): OneAtATime {
  const tails = new Map<string, Promise<unknown>>();
  const run = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = tails.get(key) ?? Promise.resolve();
    const running = before.then(work);
    const tail = running.catch(() => undefined);
    tails.set(key, tail);
    try {
      return await running;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
  return Object.assign(run, { isBusy: (key: string) => tails.has(key) });
}
