/**
 * Runs the work on the first call and returns its result for every later one. Concurrent calls share the work. A
 * failure is not cached: the next call retries.
 */
export function memoizeSuccess<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let memo: Promise<Result> | null = null;
  return () => {
    if (memo) return memo;
    const started = work();
    memo = started;
    started.catch(() => {
      if (memo === started) memo = null;
    });
    return started;
  };
}
