import type { Storage } from '#server/storage/storage.ts';
import { createFairQueue } from './fair-queue.ts';
import type { PictureJob, PictureOutcome } from './picture-job.ts';
import type { Failed } from './serve-jobs.ts';
import { createWorkerProcess, type WorkerParts } from './worker-process.ts';

/**
 * Looks at a PDF or an image in a guarded child process: how many pages (1 for an image), locked, damaged; too many
 * pixels, or more memory needed than there is; or so slow that it was given up. Never throws for a bad file.
 */
export type PdfInspection =
  | { state: 'fine'; pageCount: number }
  | { state: 'locked' | 'damaged' | 'slow' | 'unknown' }
  | { state: 'too-large'; pixels: { width: number; height: number } | null };

/** More uploads than this end at once only where a program sends them; then they are published unseen. */
const maxWaiting = 32;

/**
 * Looks at files in a process of its own: whoever uploads never waits behind pictures, and pictures never behind
 * uploads. `ready` is waited for before anything is begun.
 */
export function createInspector(parts: {
  storage: Storage;
  worker: WorkerParts;
  patienceMs: number;
  ready: () => Promise<void>;
}): { inspect(fileId: string): Promise<PdfInspection>; close(): Promise<void> } {
  const { storage, worker, patienceMs } = parts;
  const inspector = createWorkerProcess<PictureJob, PictureOutcome>(worker);
  const queue = createFairQueue({
    lanes: ['uploads'],
    workers: 1,
    maxWaiting,
    maxWaitingPerKey: maxWaiting,
    patienceMs,
  });
  return {
    async inspect(fileId) {
      try {
        await parts.ready();
        const outcome = await queue.add({ lane: 'uploads', key: fileId }, () =>
          storage.withLocalFile(fileId, (path) =>
            inspector.run({ kind: 'inspect', sha256: null }, path, async (found) => found),
          ),
        );
        return outcome ? toInspection(outcome) : { state: 'unknown' };
      } catch (error) {
        worker.log.warn({ err: error, fileId }, 'a file could not be inspected');
        return { state: 'unknown' };
      }
    },
    async close() {
      queue.close();
      await inspector.close();
    },
  };
}

function toInspection(outcome: PictureOutcome | Failed): PdfInspection {
  switch (outcome.state) {
    case 'fine':
    case 'locked':
    case 'damaged':
      return outcome;
    case 'too-large':
      return { state: 'too-large', pixels: outcome };
    case 'failed':
      if (outcome.cause === 'memory') return { state: 'too-large', pixels: null };
      return { state: outcome.cause === 'time' ? 'slow' : 'unknown' };
    default:
      return { state: 'unknown' };
  }
}
