import type { Worker } from 'node:worker_threads';

/** A thread of our own that has nothing to do for so long ends: each takes some 25 MB. It starts again within 50 ms. */
export const idleThreadMs = 20_000;

/** Whether a thread has nothing to do. */
export type Rest = {
  /** It has nothing to do now. */
  begin(): void;
  /** It is given something to do. */
  end(): void;
};

/**
 * Calls `end` when a thread has had nothing to do for a while, so that its memory is free again; never with `idleMs`
 * null.
 */
export function endWhenIdle(
  worker: Worker,
  { idleMs = idleThreadMs, end }: { idleMs?: number | null | undefined; end: () => void },
): Rest {
  let timer: NodeJS.Timeout | undefined;
  worker.once('exit', () => clearTimeout(timer));
  return {
    begin() {
      clearTimeout(timer);
      if (idleMs !== null) timer = setTimeout(end, idleMs).unref();
    },
    end: () => clearTimeout(timer),
  };
}
