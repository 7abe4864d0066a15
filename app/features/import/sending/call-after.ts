import type { CallAfter } from './send-queue.ts';

/** Calls back after a delay, or immediately when the browser reports that the connection is back. */
export const callAfter: CallAfter = (milliseconds, run) => {
  const timer = setTimeout(done, milliseconds);
  addEventListener('online', done);
  function stop(): void {
    clearTimeout(timer);
    removeEventListener('online', done);
  }
  function done(): void {
    stop();
    run();
  }
  return stop;
};
