import type { Logger } from 'pino';
import {
  createWorkerProcess,
  type WorkerLimits,
  type WorkerProcess,
} from '#server/machinery/processes/worker-process.ts';
import { OcrFailed, type OcrJob, type OcrOutcome } from './ocr-engine.ts';

/** The process that straightens and reads pages, one at a time. */
export interface OcrProcess {
  /**
   * Does a job on the file at `input`; its output is at the path given to `take` until that settles. Rejects with
   * `OcrFailed`, or, when `signal` is aborted, with its reason after the process was killed.
   */
  run<Result>(
    job: OcrJob,
    input: string,
    signal: AbortSignal,
    take: (outcome: OcrOutcome, output: string) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Starts the process when there is work. It is ended on time or memory, and started again for the next page. */
export function createOcrProcess(parts: { scratch: string; log: Logger; limits: WorkerLimits }): OcrProcess {
  let current: WorkerProcess<OcrJob, OcrOutcome> | null = null;
  const { scratch, log, limits } = parts;
  const program = new URL('./ocr-worker.ts', import.meta.url);
  const open = () => createWorkerProcess<OcrJob, OcrOutcome>({ program, scratch, log, limits });
  let isClosed = false;

  return {
    async run(job, input, signal, take) {
      signal.throwIfAborted();
      if (isClosed) throw new OcrFailed('unavailable', 'closed');
      const worker = (current ??= open());
      const kill = () => {
        if (current === worker) current = null;
        void worker.close();
      };
      signal.addEventListener('abort', kill, { once: true });
      try {
        return await worker.run(job, input, async (outcome, output) => {
          signal.throwIfAborted();
          if (outcome.state === 'failed') throw new OcrFailed(outcome.cause, outcome.reason);
          return take(outcome, output);
        });
      } finally {
        signal.removeEventListener('abort', kill);
      }
    },

    async close() {
      isClosed = true;
      await current?.close();
    },
  };
}
