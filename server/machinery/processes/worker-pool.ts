import type { OpenWorker, WorkerParts, WorkerProcess } from './worker-process.ts';

/**
 * Creates several processes of one kind: `run` may be called `size` times concurrently. Each process starts when it is
 * needed.
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
