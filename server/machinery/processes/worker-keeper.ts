import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { failed, type Failed } from './serve-jobs.ts';
import { waitForMessage, type WorkerChild, type WorkerStarter } from './worker-child.ts';

/** Manages one process: starts it when there is work, ends it when idle. */
export type WorkerKeeper = {
  /** Returns the process, ready for a job; it is started unless one runs. */
  ready(): Promise<WorkerChild | Failed>;
  /** Lets the process end; the next job gets a new one. */
  retire(worker: WorkerChild): void;
  /** Lets the process end if it gets no other job in time. */
  rest(worker: WorkerChild): void;
  isClosed(): boolean;
  /** Kills the process and waits until its folders are deleted, when no caller holds them. */
  close(): Promise<void>;
};

/** Starting takes half a second; on a machine that is many times slower and busy, a minute. */
const startMs = 120_000;

/** Creates the keeper. `idleMs` is the idle timeout of a process. */
export function createWorkerKeeper(
  starter: WorkerStarter,
  { idleMs, maxResidentBytes, log }: { idleMs: number; maxResidentBytes: number; log: Logger },
): WorkerKeeper {
  let current: WorkerChild | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let starting: Promise<unknown> = Promise.resolve();

  function retire(worker: WorkerChild): void {
    if (current === worker) current = null;
    if (worker.child.connected) worker.child.disconnect();
  }

  return {
    retire,
    isClosed: () => isClosed,

    async ready() {
      clearTimeout(idle);
      if (isClosed) return failed('unavailable', 'closed');
      if (current?.child.connected) return current;
      try {
        const begun = starter.start((child) => {
          if (current?.child === child) current = null;
        });
        starting = begun.catch(() => undefined);
        const started = await begun;
        if (isClosed) started.child.kill('SIGKILL');
        current = started;
        const answer = await waitForMessage(
          started.child,
          { ms: startMs, cpuMs: null, maxResidentBytes },
          (message) => 'ready' in message,
        );
        if (!('state' in answer)) return started;
        log.warn({ reason: answer.reason, output: started.lastErrors() }, 'a file worker process could not be started');
        retire(started);
        return failed('unavailable', answer.reason);
      } catch (error) {
        log.warn({ err: error }, 'a file worker process could not be started');
        return failed('unavailable', error instanceof Error ? error.message : String(error));
      }
    },

    rest(worker) {
      idle = setTimeout(() => retire(worker), idleMs).unref();
    },

    async close() {
      isClosed = true;
      clearTimeout(idle);
      await starting;
      const worker = current?.child;
      current = null;
      if (worker && worker.exitCode === null && worker.signalCode === null) {
        const gone = new Promise((resolve) => {
          worker.once('exit', resolve);
        });
        keepAlive(worker, true);
        worker.kill('SIGKILL');
        await gone;
      }
      await starter.cleaned();
    },
  };
}

/** Sets whether a process prevents the server from ending: a working one does, an idle one does not. */
export function keepAlive(worker: ChildProcess, isWorking: boolean): void {
  const stream = worker.stderr;
  if (isWorking) {
    worker.ref();
    worker.channel?.ref();
  } else {
    worker.unref();
    worker.channel?.unref();
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
}
