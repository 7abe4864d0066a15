import { AsyncResource } from 'node:async_hooks';
import { FairLines } from './fair-lines.ts';
import { Refused } from './refused.ts';

export type FairLimits = {
  /** Maximum number of jobs that run at a time. */
  maxRunning: number;
  /** Maximum number of waiting jobs. */
  maxWaiting: number;
  /** Maximum wait of a job; unlimited by default. */
  maxWaitMs?: number;
  /**
   * If fewer jobs than this wait, a job may wait up to `calmWaitMs` instead: a slow machine is not an overloaded one.
   */
  calm?: number;
  calmWaitMs?: number;
  /** Time after which another job is started in place of a running one; never by default. */
  jobMs?: number;
};

export type FairLimit = {
  /**
   * Runs a job in its turn. Rejects with the job's error, or with `Refused`. If the queue is full, the client with the
   * most waiting jobs loses its last one. An aborted job is not started; a running one continues.
   */
  run<Result>(from: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

type Waiting = { start: () => void; refuse: (why: Refused['why']) => void };

/**
 * Limits the number of jobs that run at a time. Serves clients (`from`, their network) in turn, which `p-limit` and
 * `p-queue` can't do; these also don't limit the number of waiting jobs.
 */
export function createFairLimit(limits: FairLimits): FairLimit {
  const lines = new FairLines<Waiting>(limits.maxWaiting);
  let running = 0;

  return {
    run<Result>(from: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const start = AsyncResource.bind(() => {
        running += 1;
        let isDone = false;
        const done = () => {
          stopTimer();
          if (isDone) return;
          isDone = true;
          running -= 1;
          lines.next()?.start();
        };
        const stopTimer = callAfter(limits.jobMs, () => {
          done();
          reject(new Refused('too-slow'));
        });
        // In a promise, so that a job that throws at once frees its slot as well.
        void new Promise<Result>((settle) => settle(job())).then(resolve, reject).finally(done);
      });
      if (signal?.aborted) {
        reject(new Refused('aborted'));
        return promise;
      }
      if (running < limits.maxRunning) {
        start();
        return promise;
      }
      const leave = (why: Refused['why']) => void (lines.remove(from, entry) && entry.refuse(why));
      const abort = () => leave('aborted');
      const giveUp = () => leave('timed-out');
      const { maxWaitMs = 0, calm = 0, calmWaitMs = maxWaitMs } = limits;
      let stopTimer = callAfter(limits.maxWaitMs, () => {
        if (lines.size < calm) stopTimer = callAfter(calmWaitMs - maxWaitMs, giveUp);
        else giveUp();
      });
      const settle = () => {
        stopTimer();
        signal?.removeEventListener('abort', abort);
      };
      const entry: Waiting = {
        start: () => {
          settle();
          start();
        },
        refuse: (why) => {
          settle();
          reject(new Refused(why));
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      lines.put(from, entry)?.refuse('full');
      return promise;
    },
  };
}

/** Schedules a call and returns a function that cancels it. Without `ms`, never calls. */
function callAfter(ms: number | undefined, call: () => void): () => void {
  const timer = ms === undefined ? undefined : setTimeout(call, ms);
  return () => clearTimeout(timer);
}
