import { randomUUID } from 'node:crypto';
import { fork, type ChildProcess } from 'node:child_process';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { memorySignal, type Failed, type WorkerMessage } from './serve-jobs.ts';
import { workerRights } from './worker-rights.ts';

/** What every job is told: where the one file lies that it may read, and where it may write one. */
export type JobFiles = { path: string; output: string };

/** One process at a time, started when there is work, restarted after every crash, ended when idle. */
export interface WorkerProcess<Job, Outcome> {
  /**
   * Does one job on the file at `input`; the next may be given only when this one settled. What goes wrong with the job
   * is an outcome. What the job wrote is at `output` until the promise of `take` settles.
   */
  run<Result>(
    job: Job,
    input: string,
    take: (outcome: Outcome | Failed, output: string) => Promise<Result>,
  ): Promise<Result>;
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

const startMs = 30_000;
const keptErrorText = 2000;

export type WorkerParts = {
  /** A script that calls `serveJobs` with the same kinds of job and outcome. */
  program: URL;
  /** Where the process gets a folder of its own. What is found there when nothing runs may be deleted. */
  scratch: string;
  /**
   * Where the process finds its file instead, for a scratch on another disk than the files: a second name of a file takes
   * no room. What can have none there is copied to the scratch up to `maxCopiedBytes`; the job of a larger file fails as
   * `unavailable`.
   */
  inputs?: { scratch: string; maxCopiedBytes: number } | undefined;
  log: Logger;
  limits: WorkerLimits;
};

/**
 * A running process, and the folder it may use: `in` holds the file of its job, `out` what it writes. With `inputs`, its
 * file is there instead where that is possible.
 */
type Running = { child: ChildProcess; folder: string; inputs: string | null; lastErrors: () => string };

/** Guards a process that may read its one file and nothing else (worker-rights.ts). */
export function createWorkerProcess<Job extends { kind: string }, Outcome>({
  program,
  scratch,
  inputs: otherInputs,
  log,
  limits,
}: WorkerParts): WorkerProcess<Job, Outcome> {
  type Message = WorkerMessage<Outcome | Failed>;
  let current: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let starting: Promise<unknown> = Promise.resolve();
  const cleaning = new Set<Promise<unknown>>();

  async function start(): Promise<Running> {
    const name = randomUUID();
    const folder = path.join(path.resolve(scratch), name);
    const inputs = otherInputs ? path.join(path.resolve(otherInputs.scratch), name) : null;
    await makeFolders(folder);
    const child = fork(fileURLToPath(program), [String(limits.maxResidentBytes)], {
      // Neither settings nor secrets of the server are any business of a process that reads hostile files.
      env: { NODE_NO_WARNINGS: '1', MALLOC_ARENA_MAX: '2' },
      execArgv: workerRights({
        folders: inputs === null ? [folder] : [folder, inputs],
        output: path.join(folder, 'out'),
      }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    child.on('error', () => undefined);
    child.stderr?.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString()).slice(-keptErrorText);
    });
    const gone = () => {
      if (current?.child === child) current = null;
      const folders = inputs === null ? [folder] : [folder, inputs];
      const done = Promise.all(folders.map(removeFolder)).finally(() => cleaning.delete(done));
      cleaning.add(done);
    };
    child.once('exit', gone);
    return { child, folder, inputs, lastErrors: () => errors };
  }

  async function removeFolder(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'the folder of a file worker process could not be deleted'),
    );
  }

  /** Waits for one message; settles with why not when the process ends first or time is up. */
  function listen(to: ChildProcess, ms: number, isWanted: (message: Message) => boolean): Promise<Message | Failed> {
    return new Promise((resolve) => {
      const settle = (result: Message | Failed) => {
        clearTimeout(timer);
        to.off('message', handleMessage);
        to.off('exit', handleExit);
        to.off('error', handleError);
        resolve(result);
      };
      const handleMessage = (message: Message) => isWanted(message) && settle(message);
      const handleExit = (code: number | null, signal: string | null) => {
        if (signal === memorySignal) settle(failed('memory', `more than ${limits.maxResidentBytes} bytes of memory`));
        else settle(failed('crash', `the process ended with ${signal ?? `code ${code}`}`));
      };
      const handleError = (error: Error) => settle(failed('unavailable', error.message));
      const timer = setTimeout(() => {
        settle(failed('time', `no answer within ${ms} ms`));
        to.kill('SIGKILL');
      }, ms);
      to.on('message', handleMessage);
      to.once('exit', handleExit);
      to.once('error', handleError);
    });
  }

  async function ready(): Promise<Running | Failed> {
    if (current?.child.connected) return current;
    try {
      const begun = start();
      starting = begun.catch(() => undefined);
      const started = await begun;
      if (isClosed) started.child.kill('SIGKILL');
      current = started;
      const answer = await listen(started.child, startMs, (message) => 'ready' in message);
      if (!('state' in answer)) return started;
      log.warn({ reason: answer.reason, output: started.lastErrors() }, 'a file worker process could not be started');
      retire(started);
      return failed('unavailable', answer.reason);
    } catch (error) {
      log.warn({ err: error }, 'a file worker process could not be started');
      return failed('unavailable', error instanceof Error ? error.message : String(error));
    }
  }

  function retire(worker: Running): void {
    if (current === worker) current = null;
    if (worker.child.connected) worker.child.disconnect();
  }

  function rest(worker: Running): void {
    idle = setTimeout(() => retire(worker), limits.idleMs).unref();
  }

  async function work(worker: Running, job: Job & JobFiles): Promise<Outcome | Failed> {
    const { child } = worker;
    hold(child, true);
    const waiting = listen(child, limits.jobMs, (message) => 'outcome' in message);
    child.send(job, (error) => error && child.kill('SIGKILL'));
    const answer = await waiting;
    hold(child, false);
    if ('state' in answer) {
      retire(worker);
      if (isClosed) return failed('unavailable', 'closed');
      log.warn(
        { reason: answer.reason, job: job.kind, output: worker.lastErrors() },
        'a file worker process was stopped',
      );
      return answer;
    }
    if (!('outcome' in answer)) return failed('crash', 'an answer of another kind');
    const { outcome } = answer;
    if (isFailed(outcome)) log.warn({ reason: outcome.reason, job: job.kind }, 'a file worker process failed at a job');
    if (answer.isRetiring) retire(worker);
    else rest(worker);
    return outcome;
  }

  return {
    async run(job, input, take) {
      clearTimeout(idle);
      const worker = isClosed ? failed('unavailable', 'closed') : await ready();
      if ('state' in worker) return take(worker, '');
      const name = randomUUID();
      const output = path.join(worker.folder, 'out', name);
      const own = path.join(worker.folder, 'in', name);
      const places = worker.inputs === null ? [own] : [path.join(worker.inputs, name), own];
      let lent: string | null = null;
      try {
        // They may have been deleted by hand since the process began.
        await makeFolders(worker.folder);
        lent = await lend(input, places, otherInputs?.maxCopiedBytes ?? Number.POSITIVE_INFINITY);
        if (lent === null) {
          rest(worker);
          return await take(failed('unavailable', 'no room for a copy of the file'), '');
        }
        return await take(await work(worker, { ...job, path: lent, output }), output);
      } finally {
        for (const file of [lent ?? own, output]) await rm(file, { force: true });
      }
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
        hold(worker, true);
        worker.kill('SIGKILL');
        await gone;
      }
      await Promise.all(cleaning);
    },
  };
}

async function makeFolders(folder: string): Promise<void> {
  for (const name of ['in', 'out']) await mkdir(path.join(folder, name), { recursive: true });
}

/**
 * A second name of the file costs nothing: at the first place that can have one. A file system without such names, or
 * another one, takes a copy at the last place. Answers where the file is, null when a copy would be too large.
 */
async function lend(input: string, places: readonly string[], maxCopiedBytes: number): Promise<string | null> {
  let last = '';
  for (const place of places) {
    last = place;
    const isLinked = await mkdir(path.dirname(place), { recursive: true })
      .then(() => link(input, place))
      .then(yes, no);
    if (isLinked) return place;
  }
  if ((await stat(input)).size > maxCopiedBytes) return null;
  await copyFile(input, last);
  return last;
}

const yes = () => true;
const no = () => false;

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

function isFailed(outcome: unknown): outcome is Failed {
  return typeof outcome === 'object' && outcome !== null && 'state' in outcome && outcome.state === 'failed';
}

function failed(cause: Failed['cause'], reason: string): Failed {
  return { state: 'failed', cause, reason };
}
