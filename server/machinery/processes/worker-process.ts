import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { removeFile } from '#server/machinery/files/missing-is-null.ts';
import { failed, type Failed } from './serve-jobs.ts';
import { createWorkerStarter, makeFolders, waitForMessage, type WorkerChild } from './worker-child.ts';
import { createWorkerKeeper, keepAlive } from './worker-keeper.ts';

/** The parameters of every job: the path of the one file it may read, and the path where it may write one. */
export type JobFiles = { path: string; output: string };

/** One process at a time, started when there is work, restarted after a crash, ended when idle. */
export interface WorkerProcess<Job, Outcome> {
  /**
   * Does one job on the file at `input`; the next may be given only when this one has settled. A job that fails is an
   * outcome, not a rejection. The output of the job is at `output` until the promise of `take` settles, however long that
   * takes and even if the process ends.
   */
  run<Result>(
    job: Job,
    input: string,
    take: (outcome: Outcome | Failed, output: string) => Promise<Result>,
  ): Promise<Result>;
  /** Kills the process, and waits until its files are deleted, hence for `take`. */
  close(): Promise<void>;
}

export type WorkerLimits = {
  /** Wall time of one job. */
  jobMs: number;
  /**
   * Time of the processor for one job; without it only wall time counts. A slow or busy machine needs more wall time for
   * the same work, a job that loops needs this time anywhere.
   */
  cpuMs?: number;
  /** Resident memory of the process. */
  maxResidentBytes: number;
  /** Idle timeout of the process. */
  idleMs: number;
};

/**
 * Factor by which a job may take longer by the clock than its time of the processor, because the machine is busy or the
 * process gets little of a processor. Only a job that waits for something is ended by the clock.
 */
const slowestMachine = 20;

/** Returns the limits of a job that may use this much of the processor. */
export function limitTime(cpuMs: number): Required<Pick<WorkerLimits, 'cpuMs' | 'jobMs'>> {
  return { cpuMs, jobMs: cpuMs * slowestMachine };
}

export type WorkerParts = {
  /** A script that calls `serveJobs` with the same kinds of job and outcome. */
  program: URL;
  /** Folder in which the process gets a separate folder. If no process runs, everything in it may be deleted. */
  scratch: string;
  /**
   * Folder in which the process finds its file instead, for a scratch on another disk than the files: a hard link takes
   * no space. A file that cannot be linked there is copied to the scratch up to `maxCopiedBytes`; the job of a larger
   * file fails as `unavailable`.
   */
  inputs?: { scratch: string; maxCopiedBytes: number } | undefined;
  log: Logger;
  limits: WorkerLimits;
};

/**
 * Type of the function with which services open their processes; tests let services share some
 * (test/support/shared-workers.ts).
 */
export type OpenWorker = typeof createWorkerProcess;

/** Runs jobs in a process that may read its one file and nothing else (worker-child.ts). */
export function createWorkerProcess<Job extends { kind: string }, Outcome>({
  program,
  scratch,
  inputs,
  log,
  limits,
}: WorkerParts): WorkerProcess<Job, Outcome> {
  const { maxResidentBytes } = limits;
  const starter = createWorkerStarter({
    program,
    scratch,
    inputScratch: inputs?.scratch ?? null,
    maxResidentBytes,
    cpuMs: limits.cpuMs ?? null,
    log,
  });
  const keeper = createWorkerKeeper(starter, { idleMs: limits.idleMs, maxResidentBytes, log });

  async function work(worker: WorkerChild, job: Job & JobFiles): Promise<Outcome | Failed> {
    const { child } = worker;
    keepAlive(child, true);
    const answered = waitForMessage<Outcome | Failed>(
      child,
      { ms: limits.jobMs, cpuMs: limits.cpuMs ?? null, maxResidentBytes },
      (message) => 'outcome' in message,
    );
    child.send(job, (error) => error && child.kill('SIGKILL'));
    const answer = await answered;
    keepAlive(child, false);
    if ('state' in answer) {
      keeper.retire(worker);
      if (keeper.isClosed()) return failed('unavailable', 'closed');
      log.warn(
        { reason: answer.reason, job: job.kind, output: worker.lastErrors() },
        'a file worker process was stopped',
      );
      return answer;
    }
    if (!('outcome' in answer)) return failed('crash', 'unexpected message from the process');
    const { outcome } = answer;
    if (isFailed(outcome)) log.warn({ reason: outcome.reason, job: job.kind }, 'a file worker process failed at a job');
    if (answer.isRetiring) keeper.retire(worker);
    else keeper.rest(worker);
    return outcome;
  }

  return {
    async run(job, input, take) {
      const worker = await keeper.ready();
      if ('state' in worker) return take(worker, '');
      const letGo = worker.holdFolders();
      const name = randomUUID();
      const output = path.join(worker.folder, 'out', name);
      const own = path.join(worker.folder, 'in', name);
      const locations = worker.inputs === null ? [own] : [path.join(worker.inputs, name), own];
      let lent: string | null = null;
      try {
        // They may have been deleted by hand since the process was started.
        await makeFolders(worker.folder);
        lent = await lendFile(input, locations, inputs?.maxCopiedBytes ?? Number.POSITIVE_INFINITY);
        if (lent === null) {
          keeper.rest(worker);
          return await take(failed('unavailable', 'no room for a copy of the file'), '');
        }
        return await take(await work(worker, { ...job, path: lent, output }), output);
      } finally {
        try {
          await Promise.all([removeFile(lent ?? own), removeFile(output)]);
        } finally {
          letGo();
        }
      }
    },

    close: keeper.close,
  };
}

function isFailed(outcome: unknown): outcome is Failed {
  return typeof outcome === 'object' && outcome !== null && 'state' in outcome && outcome.state === 'failed';
}

/**
 * Puts a file where a process may read it: as a hard link, which costs nothing, at the first of the locations whose file
 * system allows one. Otherwise it is copied to the last location. Returns the path of the file; null if a copy would have
 * more than `maxCopiedBytes`.
 */
async function lendFile(input: string, locations: readonly string[], maxCopiedBytes: number): Promise<string | null> {
  let last = '';
  for (const location of locations) {
    last = location;
    const isLinked = await mkdir(path.dirname(location), { recursive: true })
      .then(() => link(input, location))
      .then(yes, no);
    if (isLinked) return location;
  }
  if ((await stat(input)).size > maxCopiedBytes) return null;
  await copyFile(input, last);
  return last;
}

const yes = () => true;
const no = () => false;

/**
 * Creates several processes of one kind: `run` may be called `size` times concurrently. Each starts when it is needed.
 */
export function createWorkerPool<Job extends { kind: string }, Outcome>(
  openWorker: OpenWorker,
  parts: WorkerParts & { size: number },
): WorkerProcess<Job, Outcome> {
  // The one that worked last is used first, so that the others can end when there is little to do.
  const idle = Array.from({ length: parts.size }, () => openWorker<Job, Outcome>(parts));
  const all = [...idle];
  return {
    async run(job, input, take) {
      const worker = idle.pop();
      if (!worker) throw new Error('more jobs at once than there are processes');
      try {
        return await worker.run(job, input, take);
      } finally {
        idle.push(worker);
      }
    },
    async close() {
      await Promise.all(all.map((worker) => worker.close()));
    },
  };
}
