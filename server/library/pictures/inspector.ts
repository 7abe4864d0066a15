import type { Logger } from 'pino';
import { spellingsOf } from '#domain/password-spellings.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { createFairQueue } from '#server/machinery/queues/fair-queue.ts';
import type { PictureJob, PictureOutcome } from './picture-job.ts';
import type { Failed } from '#server/machinery/processes/serve-jobs.ts';
import type { WorkerProcess } from '#server/machinery/processes/worker-process.ts';

/**
 * The result of inspecting a PDF or an image: its number of pages (1 for an image); `portfolio` if the papers are files
 * inside it; locked or damaged; `too-large` if it has too many pixels or needs too much memory; `slow` if it timed out.
 */
export type PdfInspection =
  | { state: 'fine' | 'portfolio'; pageCount: number }
  | { state: 'locked' | 'damaged' | 'slow' | 'unknown' }
  | { state: 'too-large'; pixels: { width: number; height: number } | null };

/** The result of trying a password on a PDF; `unknown` if that was not possible, or the file is damaged. */
export type PasswordTrial = 'opens' | 'wrong' | 'not-locked' | 'unknown';

export interface Inspector {
  /** Inspects a file. Never throws for a bad file. */
  inspect(fileId: string): Promise<PdfInspection>;
  /** Tries all spellings of the password, as the reader does. */
  tryPassword(fileId: string, password: string): Promise<PasswordTrial>;
  close(): Promise<void>;
}

/** The process that inspects files. */
export type InspectorProcess = WorkerProcess<PictureJob, PictureOutcome>;

/**
 * Maximum number of queued inspections. Only a program finishes more uploads at once; further ones are published
 * without inspection.
 */
const maxWaiting = 32;

/**
 * Inspects files in a separate process: uploads never wait for pictures, nor pictures for uploads. Waits for `ready`
 * before the first inspection. Never throws for a damaged file.
 */
export function createInspector(parts: {
  storage: Storage;
  process: InspectorProcess;
  log: Logger;
  maxWaitMs: number;
  ready: () => Promise<void>;
}): Inspector {
  const { storage, process, log, maxWaitMs } = parts;
  const queue = createFairQueue({
    lanes: ['uploads'],
    workers: 1,
    maxWaiting,
    maxWaitingPerKey: maxWaiting,
    maxWaitMs,
  });

  /** Runs a job; null if the file is missing or the job can't be done now. */
  async function run(fileId: string, job: PictureJob): Promise<PictureOutcome | Failed | null> {
    try {
      await parts.ready();
      return await queue.add({ lane: 'uploads', key: fileId }, () =>
        storage.withLocalFile(fileId, (path) => process.run(job, path, async (found) => found)),
      );
    } catch (error) {
      log.warn({ err: error, fileId }, 'a file could not be inspected');
      return null;
    }
  }

  return {
    async inspect(fileId) {
      const outcome = await run(fileId, { kind: 'inspect', sha256: null });
      return outcome ? toInspection(outcome) : { state: 'unknown' };
    },

    async tryPassword(fileId, password) {
      const outcome = await run(fileId, { kind: 'unlock', sha256: null, passwords: spellingsOf(password) });
      const trials: Partial<Record<string, PasswordTrial>> = {
        fine: 'opens',
        locked: 'wrong',
        'not-locked': 'not-locked',
      };
      return trials[outcome?.state ?? ''] ?? 'unknown';
    },

    async close() {
      queue.close();
      await process.close();
    },
  };
}

function toInspection(outcome: PictureOutcome | Failed): PdfInspection {
  switch (outcome.state) {
    case 'fine':
    case 'portfolio':
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
