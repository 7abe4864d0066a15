import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { WorkerMessage } from './serve-jobs.ts';

/** What became of a job that came to no end of its own: too slow, too large, a crash. */
export type Failed = { state: 'failed'; reason: string };

/** One process at a time, started when there is work, restarted after every crash, ended when idle. */
export interface WorkerProcess<Job, Outcome> {
  /** Does one job; the next may be given only when this one settled. Never rejects: what goes wrong is an outcome. */
  run(job: Job): Promise<Outcome | Failed>;
  close(): Promise<void>;
}

export type WorkerLimits = {
  /** Wall time of one job. */
  jobMs: number;
  /** Resident memory of the process. */
  maxResidentBytes: number;
  /** How long it is kept without work. */
  idleMs: number;
};

export const usualLimits: WorkerLimits = { jobMs: 20_000, maxResidentBytes: 700 * 1024 * 1024, idleMs: 30_000 };

const startMs = 30_000;
const keptErrorText = 2000;

/** Guards the process that `program` is (a script that calls `serveJobs` with the same kinds of job and outcome). */
export function createWorkerProcess<Job extends { kind: string }, Outcome>({
  program,
  log,
  limits = usualLimits,
}: {
  program: URL;
  log: Logger;
  limits?: WorkerLimits;
}): WorkerProcess<Job, Outcome> {
  type Message = WorkerMessage<Outcome | Failed>;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** What a process wrote before it died, for the log. */
  const lastErrors = new WeakMap<ChildProcess, string>();

  function start(): ChildProcess {
    const started = fork(fileURLToPath(program), [String(limits.maxResidentBytes)], {
      // Neither settings nor secrets of the server are any business of a process that reads hostile files.
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    started.on('error', () => undefined);
    started.stderr?.on('data', (bytes: Buffer) => {
      lastErrors.set(started, ((lastErrors.get(started) ?? '') + bytes.toString()).slice(-keptErrorText));
    });
    started.once('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  /** Waits for one message; settles with why not when the process ends first or time is up. */
  function listen(to: ChildProcess, ms: number, isWanted: (message: Message) => boolean): Promise<Message | string> {
    return new Promise((resolve) => {
      const settle = (result: Message | string) => {
        clearTimeout(timer);
        to.off('message', handleMessage);
        to.off('exit', handleExit);
        to.off('error', handleError);
        resolve(result);
      };
      const handleMessage = (message: Message) => isWanted(message) && settle(message);
      const handleExit = (code: number | null, signal: string | null) =>
        settle(`the process ended with ${signal ?? `code ${code}`}`);
      const handleError = (error: Error) => settle(error.message);
      const timer = setTimeout(() => {
        settle(`no answer within ${ms} ms`);
        to.kill('SIGKILL');
      }, ms);
      to.on('message', handleMessage);
      to.once('exit', handleExit);
      to.once('error', handleError);
    });
  }

  async function ready(): Promise<ChildProcess | string> {
    if (child?.connected) return child;
    const started = start();
    child = started;
    const answer = await listen(started, startMs, (message) => 'ready' in message);
    return typeof answer === 'string' ? answer : started;
  }

  function retire(worker: ChildProcess): void {
    if (child === worker) child = null;
    if (worker.connected) worker.disconnect();
  }

  return {
    async run(job) {
      clearTimeout(idle);
      const worker = isClosed ? 'closed' : await ready();
      if (typeof worker === 'string') return failed(worker);
      hold(worker, true);
      const waiting = listen(worker, limits.jobMs, (message) => 'outcome' in message);
      worker.send(job, (error) => error && worker.kill('SIGKILL'));
      const answer = await waiting;
      hold(worker, false);
      if (typeof answer === 'string') {
        retire(worker);
        log.warn(
          { reason: answer, job: job.kind, output: lastErrors.get(worker) },
          'a file worker process was stopped',
        );
        return failed(answer);
      }
      if (!('outcome' in answer)) return failed('an answer of another kind');
      if (answer.isRetiring) retire(worker);
      else idle = setTimeout(() => retire(worker), limits.idleMs).unref();
      return answer.outcome;
    },

    async close() {
      isClosed = true;
      clearTimeout(idle);
      const worker = child;
      child = null;
      if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
      const gone = new Promise((resolve) => {
        worker.once('exit', resolve);
      });
      hold(worker, true);
      worker.kill('SIGKILL');
      await gone;
    },
  };
}

/** While it works the process keeps the server alive, while it idles it does not. */
function hold(worker: ChildProcess, isHeld: boolean): void {
  const stream = worker.stderr;
  if (isHeld) {
    worker.ref();
    worker.channel?.ref();
  } else {
    worker.unref();
    worker.channel?.unref();
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
}

function failed(reason: string): Failed {
  return { state: 'failed', reason };
}
