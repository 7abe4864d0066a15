import type { Worker } from 'node:worker_threads';

/** Idle timeout of a thread. A thread takes about 25 MB, and starts again within 50 ms. */
export const idleThreadMs = 20_000;

/** Tracks if a thread is idle. */
export type Rest = {
  /** Called when the thread becomes idle. */
  begin(): void;
  /** Called when the thread gets work. */
  end(): void;
};

/** Calls `end` when a thread has been idle for `idleMs`, so that its memory is freed; never if that is null. */
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
