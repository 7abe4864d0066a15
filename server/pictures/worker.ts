import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { doPictureJob } from './make-picture.ts';
import type { PictureJob, PictureOutcome, WorkerMessage } from './picture-job.ts';

/**
 * The picture process: decodes files nobody trusts, one job at a time, away from the server. Started by
 * worker-process.ts with the memory it may hold; ends when the server lets go of it.
 */
const maxResidentBytes = Number(process.argv[2]);
/** wasm memory never shrinks, so a process that once held a large book goes. */
const retiringShare = 0.4;

// Whoever waits for a page of the library goes before whoever waits for a picture.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const guard = new Worker(new URL('./worker-guard.ts', import.meta.url), {
  workerData: { maxResidentBytes, serverId: process.ppid },
});

process.on('disconnect', () => process.exit());
process.on('message', (job: PictureJob) => {
  void answer(job);
});
guard.once('message', () => send({ ready: true }));

async function answer(job: PictureJob): Promise<void> {
  let outcome: PictureOutcome;
  let isRetiring = false;
  try {
    outcome = await doPictureJob(job);
  } catch (error) {
    // After an exception inside wasm nothing there can be relied on.
    isRetiring = true;
    outcome = { state: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
  send({ outcome, isRetiring: isRetiring || process.memoryUsage.rss() > maxResidentBytes * retiringShare });
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
