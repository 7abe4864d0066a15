import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { SharpMissing } from './load-sharp.ts';

const pieceBytes = 1024 * 1024;

/** Returns the SHA-256 of a file in hexadecimal, read in pieces so that memory does not grow with it. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(pieceBytes);
  const handle = openSync(path, 'r');
  try {
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer))
      hash.update(buffer.subarray(0, count));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

/** Returns the first bytes of a file, at most `length` of them. */
export function readStart(path: string, length: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    const head = Buffer.alloc(length);
    return head.subarray(0, readSync(handle, head));
  } finally {
    closeSync(handle);
  }
}

/** The outcome of a job that did not finish. */
export type Failed = {
  state: 'failed';
  /**
   * `unavailable` is not caused by the file: the process could not be started, is being closed, or has no sharp, or the
   * disk is full or reports errors.
   */
  cause: 'time' | 'memory' | 'crash' | 'unavailable';
  reason: string;
};

/** Returns the outcome of a job that failed. */
export function failed(cause: Failed['cause'], reason: string): Failed {
  return { state: 'failed', cause, reason };
}

/** Message from the process: it is ready, or it is done; `isRetiring` if it will take no other job. */
export type WorkerMessage<Outcome> = { ready: true } | { outcome: Outcome; isRetiring: boolean };

/** Ends a process that uses too much memory; the kernel does it even while the process hangs in native code. */
export const memorySignal = 'SIGUSR2';

/** Ends a process whose job uses too much of the processor. Unlike SIGXCPU it writes no core. */
export const cpuSignal = 'SIGVTALRM';

/** wasm memory never shrinks, so a process that once used this share of its memory is ended. */
const retiringShare = 0.4;

/**
 * Serves jobs in this process, for worker-process.ts: it works on untrusted files, one job at a time, separately from the
 * server. It ends when it uses more memory or time than allowed, and when the server ends. `work` throws only unexpected
 * errors, or a RangeError if there is not enough memory.
 */
export function serveJobs<Job, Outcome>(work: (job: Job) => Promise<Outcome>): void {
  const [maxResidentBytes = 0, cpuMs = Infinity] = process.argv.slice(2, 4).map(Number);
  // Pages of the library have precedence over pictures.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

  const guard = new Worker(new URL('./worker-guard.mjs', import.meta.url), {
    workerData: { maxResidentBytes, memorySignal, cpuMs, cpuSignal, serverId: process.ppid },
  });

  async function answer(job: Job): Promise<void> {
    let outcome: Outcome | Failed;
    let isRetiring = false;
    notifyGuard('begin');
    try {
      outcome = await work(job);
    } catch (error) {
      // After an exception inside wasm, its state is undefined.
      isRetiring = true;
      outcome = {
        state: 'failed',
        cause: causeOf(error),
        reason: error instanceof Error ? error.message : String(error),
      };
    }
    notifyGuard('end');
    send({ outcome, isRetiring: isRetiring || process.memoryUsage.rss() > maxResidentBytes * retiringShare });
  }

  function notifyGuard(what: 'begin' | 'end'): void {
    guard.postMessage(what);
  }

  function send(message: WorkerMessage<Outcome | Failed>): void {
    process.send?.(message);
  }

  process.on('disconnect', () => process.exit());
  process.on('message', (job: Job) => {
    void answer(job);
  });
  guard.once('message', () => send({ ready: true }));
}

/**
 * Returns the cause of an error. A fault of the machine says nothing about the file, which may be readable the next time.
 */
function causeOf(error: unknown): Failed['cause'] {
  if (error instanceof SharpMissing || readFault(error) !== null) return 'unavailable';
  return error instanceof RangeError ? 'memory' : 'crash';
}
