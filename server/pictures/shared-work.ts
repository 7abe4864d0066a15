/** Work that several may want at once and that is done once for all of them. */
export interface SharedWork<Result> {
  /**
   * The result of the work under `key`, begun unless it is under way. When `signal` is aborted this call rejects with
   * its reason; when nobody is left who wants the result, the signal handed to `work` is aborted.
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
          // Whoever asks from now on begins anew.
          if (underWay.get(key) === entry) underWay.delete(key);
          entry.abandon.abort();
        }
      }
    },
  };
}
