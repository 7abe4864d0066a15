import { AsyncResource } from 'node:async_hooks';
import { FairLines } from '#server/machinery/queues/fair-lines.ts';

/** Work was not done because the queue was full, or it waited or took too long. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

/** Work was not done because its caller aborted it. */
export class Aborted extends Error {
  override name = 'Aborted';
}

export type QueueLimits = {
  /** Number of jobs that run at a time. */
  width: number;
  /** Maximum number of waiting jobs. */
  waiting: number;
  /** Longest wait of a job. */
  waitMs: number;
  /** If fewer than this wait, a job waits up to `calmWaitMs` instead: a slow machine is not an overloaded one. */
  calm?: number;
  calmWaitMs?: number;
  /** Time after which another job is started in place of a running one. */
  jobMs: number;
};

export type FairQueue = {
  /**
   * Runs a job in its turn. Rejects with `TooBusy` if the queue is full or the job timed out, with `Aborted` if `signal`
   * is aborted before the job started, and as the job rejects.
   */
  run<Result>(from: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

type Waiting = { start: () => void; refuse: (reason: Error) => void };

/** Creates a short queue in which requesters (`from`, the site of their address) take turns. */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const lines = new FairLines<Waiting>(limits.waiting);
  let running = 0;

  return {
    run<Result>(from: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const start = AsyncResource.bind(() => {
        running += 1;
        let isDone = false;
        const done = () => {
          clearTimeout(timer);
          if (isDone) return;
          isDone = true;
          running -= 1;
          lines.next()?.start();
        };
        const timer = setTimeout(() => {
          done();
          reject(new TooBusy('the work took too long'));
        }, limits.jobMs);
        // In a promise, so that a job that throws at once frees its slot as well.
        void new Promise<Result>((settle) => settle(job())).then(resolve, reject).finally(done);
      });
      if (signal?.aborted) {
        reject(new Aborted());
        return promise;
      }
      if (running < limits.width) {
        start();
        return promise;
      }
      const leave = () => void (lines.remove(from, entry) && entry.refuse(new Aborted()));
      const giveUp = () => void (lines.remove(from, entry) && entry.refuse(new TooBusy('the work waited too long')));
      const { waitMs, calm = 0, calmWaitMs = waitMs } = limits;
      let timer = setTimeout(() => {
        if (lines.size < calm) timer = setTimeout(giveUp, calmWaitMs - waitMs);
        else giveUp();
      }, waitMs);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const entry: Waiting = {
        start: () => {
          settle();
          start();
        },
        refuse: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      lines.put(from, entry)?.refuse(new TooBusy('the queue is full'));
      return promise;
    },
  };
}
