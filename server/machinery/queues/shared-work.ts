/** Work that is done once for all callers that wait for it. */
export interface SharedWork<Result> {
  /**
   * Returns the result of the work under `key`, which is started unless it is already running. If `signal` is aborted,
   * this call rejects with its reason; when no caller waits any more, the signal passed to `work` is aborted.
   */
  join(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

type UnderWay<Result> = { promise: Promise<Result>; wanting: number; abandon: AbortController };

export function createSharedWork<Result>(): SharedWork<Result> {
  const underWay = new Map<string, UnderWay<Result>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): UnderWay<Result> {
    const abandon = new AbortController();
    const entry: UnderWay<Result> = { promise: work(abandon.signal), wanting: 0, abandon };
    underWay.set(key, entry);
    const end = () => {
      if (underWay.get(key) === entry) underWay.delete(key);
    };
    entry.promise.then(end, end);
    return entry;
  }

  return {
    async join(key, signal, work) {
      signal?.throwIfAborted();
      const entry = underWay.get(key) ?? begin(key, work);
      entry.wanting += 1;
      const left = Promise.withResolvers<never>();
      const leave = () => left.reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([entry.promise, left.promise]);
      } finally {
        signal?.removeEventListener('abort', leave);
        entry.wanting -= 1;
        if (entry.wanting === 0) {
          // Later calls start the work again.
          if (underWay.get(key) === entry) underWay.delete(key);
          entry.abandon.abort();
        }
      }
    },
  };
}
