import { availableParallelism, totalmem } from 'node:os';
import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * Maximum queue length of each lane. A list page shows forty covers; on a fresh server, five people may open one at
 * once.
 */
export const maxWaiting = 200;
/**
 * Maximum number of queued pictures of one file in each lane. A screen shows fewer; a program that requests more can
 * retry later.
 */
export const maxWaitingOfFile = 24;
/** Maximum wait for a picture; after that a browser requests it again (app/features/materials/use-picture.ts). */
export const maxWaitMs = 10_000;
/** Limits of making a picture. It takes a second, on an old machine ten times that. */
export const pictureLimits: WorkerLimits = {
  ...limitTime(10_000),
  maxResidentBytes: 700 * 1024 * 1024,
  idleMs: 30_000,
};
/**
 * Limits of an inspection. The timeout is shorter than the time an upload waits (server/library/files/upload.ts), so
 * that the uploader learns the result.
 */
export const inspectionLimits: WorkerLimits = { ...pictureLimits, jobMs: 8000 };
/** Half a gigabyte is enough for some 20,000 covers. */
export const maxCachedBytes = 512 * 1024 * 1024;

/**
 * Maximum number of processes: this many use the disk and the connection fully, and more would only slow down the
 * server.
 */
const maxWorkers = 4;
/**
 * Memory of the machine for each process, beyond the minimum of two. A process may use 700 MB, which few pictures need.
 */
const memoryOfWorker = 2 * 1024 ** 3;

/** Returns the number of processes that make pictures on this machine. */
export function countWorkers(): number {
  // One core is for the server. At least two processes, so that one slow file does not block the others. The memory of a
  // container or service can be less than the machine's; 0 if no limit is set.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(2, Math.min(maxWorkers, availableParallelism() - 1, Math.floor(memory / memoryOfWorker)));
}
