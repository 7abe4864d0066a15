import type { Logger } from 'pino';

/** Maximum number of failures that are logged individually: an unreachable store may fail for every file. */
const maxLogged = 20;

export type Each = <Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>) => Promise<void>;

/**
 * Returns a function that does work for one item after the other. An item that fails is logged and retried by the next
 * sweep. The signal stops it early.
 */
export function createEach({ log, signal }: { log: Logger; signal: AbortSignal }): Each {
  let failures = 0;
  return async (items, work) => {
    for (const item of items) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        failures += 1;
        if (failures <= maxLogged) log.warn({ err: error, item }, 'a stored file could not be cleaned up');
        if (failures === maxLogged) log.warn('further files that cannot be cleaned up in this sweep are not listed');
      }
    }
  };
}
