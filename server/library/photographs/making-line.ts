import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import { answerFault } from '#server/machinery/faults/fault-answers.ts';
import type { FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import { createFairQueue } from '#server/machinery/queues/fair-queue.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import type { MakePhotographPdf } from './make-photograph-pdf.ts';
import { maxWaiting, maxWaitMs, maxRemembered } from './photograph-limits.ts';
import { tooManyWait, requireSame } from './photograph-rules.ts';
import type { PhotographRequest, PhotographWork, StoredPhotograph } from './photograph-service.ts';

type MakingLineParts = {
  make: MakePhotographPdf;
  faults: Pick<FaultWatch, 'note'>;
  log: Logger;
  /** Most pending PDFs. */
  waiting?: number;
};

export type MakingLine = ReturnType<typeof createMakingLine>;

/** Callbacks for one PDF in the queue. */
type MakingSteps = {
  /** Called before the PDF is stored. Rejects to prevent that. */
  beforeStoring?: () => Promise<void>;
  /** Called once work on it has ended: it was made, failed (`work.state`), or was stopped. Must not reject. */
  onEnd?: (work: PhotographWork) => Promise<void> | void;
};

/** Creates the queue of PDFs that this process makes, one at a time. */
export function createMakingLine({ make, faults, log, waiting = maxWaiting }: MakingLineParts) {
  const queue = createFairQueue({
    lanes: ['photographs'],
    workers: 1,
    maxWaiting: waiting,
    maxWaitingPerKey: 1,
    maxWaitMs,
  });
  const running = new Map<string, { work: PhotographWork; abort: AbortController; settled: Promise<void> }>();

  function noteFailure(work: PhotographWork, error: unknown): void {
    work.state = 'failed';
    // There is no request to report a full disk to, so the work reports it.
    const fault = faults.note(error);
    const problem = error instanceof Problem ? error : fault && answerFault(fault);
    if (!problem && !(error instanceof Refused))
      log.error({ err: error, fileId: work.fileId }, 'could not make a PDF of photographs');
    const message = problem?.message ?? 'The PDF could not be made. Please try again.';
    work.failure = { message, photographId: null };
  }

  function requireRoom(): void {
    if (queue.size() > waiting) throw tooManyWait();
  }

  return {
    find: (fileId: string) => running.get(fileId)?.work ?? null,

    /** Throws Problem `general_service_unavailable` if too many PDFs are pending. */
    requireRoom,

    /** Starts making a PDF. Throws as `requireRoom` does. */
    start(
      actor: Actor,
      request: PhotographRequest,
      photographs: readonly StoredPhotograph[],
      { beforeStoring, onEnd }: MakingSteps = {},
    ): PhotographWork {
      requireRoom();
      const { fileId } = request;
      const total = photographs.length;
      const work: PhotographWork = { fileId, state: 'waiting', done: 0, total, failure: null, photographs };
      const abort = new AbortController();
      const { signal } = abort;
      // The queue may start it in the context of another request; the trail must name the administrator who requested it.
      const asNow = AsyncLocalStorage.snapshot();
      const settled = queue
        .add({ lane: 'photographs', key: fileId, signal }, () =>
          asNow(() => make(actor, request, { work, signal, ...(beforeStoring && { beforeStoring }) })),
        )
        .catch((error: unknown) => {
          if (!signal.aborted) noteFailure(work, error);
        })
        .then(() => onEnd?.(work))
        .finally(() => {
          if (running.get(fileId)?.work === work) running.delete(fileId);
        });
      running.set(fileId, { work, abort, settled });
      return work;
    },

    /** Stops making the PDF, if this process makes it. Resolves once it has stopped. */
    async stop(fileId: string): Promise<void> {
      const found = running.get(fileId);
      found?.abort.abort(new Error('cancelled'));
      await found?.settled;
    },

    async idle(): Promise<void> {
      await Promise.allSettled([...running.values()].map(({ settled }) => settled));
    },

    close(): void {
      queue.close();
      for (const { abort } of running.values()) abort.abort(new Error('the server stops'));
    },
  };
}

/** The PDFs that are pending or being made, and those that failed. */
export interface Works {
  /** Returns a PDF that is pending or being made; null if there is none. */
  find(fileId: string): Promise<PhotographWork | null>;
  findFailed(fileId: string): Promise<PhotographWork | null>;
  /**
   * Starts making a PDF, or returns the work of the same request that was started meanwhile. Throws Problem
   * `general_service_unavailable` if too many are pending, `storage_file_already_exists` if another request has this id.
   */
  start(actor: Actor, request: PhotographRequest, photographs: readonly StoredPhotograph[]): Promise<PhotographWork>;
  /** Stops making a PDF, and forgets a failure. */
  cancel(fileId: string): Promise<void>;
}

/** For a single process that makes all PDFs. */
export function createOwnWorks(line: MakingLine): Works {
  const failures = new LRUCache<string, PhotographWork>({ max: maxRemembered });
  return {
    find: async (fileId) => line.find(fileId),
    findFailed: async (fileId) => failures.get(fileId) ?? null,

    async start(actor, request, photographs) {
      const { fileId } = request;
      // Of two identical concurrent requests, the first has started it.
      const started = line.find(fileId);
      if (started) return requireSame(started, request);
      const work = line.start(actor, request, photographs, {
        onEnd(ended) {
          if (ended.state === 'failed') failures.set(fileId, ended);
        },
      });
      failures.delete(fileId);
      return work;
    },

    async cancel(fileId) {
      failures.delete(fileId);
      await line.stop(fileId);
    },
  };
}
