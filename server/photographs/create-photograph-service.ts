import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Actor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import type { Database } from '#server/database/database.ts';
import { answerFault } from '#server/faults/fault-answers.ts';
import type { FaultWatch } from '#server/faults/fault-watch.ts';
import { createFairQueue, NotStarted } from '#server/pictures/fair-queue.ts';
import { createPdfMaking, type MakePhotographPdf, type PdfMakingParts } from './make-photograph-pdf.ts';
import type { PageMaker } from './page-maker.ts';
import { maxRemembered, maxWaiting, maxWaitMs } from './photograph-limits.ts';
import { findPhotograph, idIsTaken, requireSame, tooManyWait } from './photograph-rules.ts';
import type { PhotographRequest, PhotographService, PhotographWork, StoredPhotograph } from './photograph-service.ts';

type Parts = PdfMakingParts & {
  maker: PageMaker;
  faults: Pick<FaultWatch, 'note'>;
  log: Logger;
  /** How many PDFs may wait. */
  waiting?: number;
};

export function createPhotographService(parts: Parts): PhotographService {
  const { database, maker } = parts;
  const line = createLine(parts, createPdfMaking(parts));

  return {
    async begin(actor, request) {
      requireAdministrator(actor);
      const { fileId } = request;
      const known = line.find(fileId) ?? (await findMade(database, fileId));
      if (known) return requireSame(known, request);
      if ((await database.files.find(fileId))?.isFinished) throw idIsTaken();
      const photographs = await Promise.all(request.photographs.map((each) => findPhotograph(database, each)));
      // Two identical requests at once: the first of them has started it meanwhile.
      const started = line.find(fileId);
      return started ? requireSame(started, request) : line.start(actor, request, photographs);
    },

    async find(actor, fileId) {
      requireAdministrator(actor);
      const found = line.find(fileId) ?? (await findMade(database, fileId)) ?? line.findFailed(fileId);
      if (!found) throw new Problem('storage_file_not_found', 'No PDF of this id is made of photographs.');
      return found;
    },

    async list(actor, fileId) {
      requireAdministrator(actor);
      if (!(await database.files.find(fileId))?.isFinished)
        throw new Problem('storage_file_not_found', 'The requested file could not be found.');
      return database.files.listPhotographs(fileId);
    },

    async cancel(actor, fileId) {
      requireAdministrator(actor);
      await line.cancel(fileId);
    },

    idle: line.idle,

    async close() {
      line.close();
      await maker.close();
      await line.idle();
    },
  };
}

/** PDFs that are made, one after the other. */
function createLine({ faults, log, waiting = maxWaiting }: Parts, make: MakePhotographPdf) {
  const queue = createFairQueue({
    lanes: ['photographs'],
    workers: 1,
    maxWaiting: waiting,
    maxWaitingPerKey: 1,
    maxWaitMs,
  });
  const running = new Map<string, { work: PhotographWork; abort: AbortController; settled: Promise<void> }>();
  const failures = new LRUCache<string, PhotographWork>({ max: maxRemembered });

  function noteFailure(work: PhotographWork, error: unknown): void {
    work.state = 'failed';
    // No request is there to say that the disk is full: the work says it.
    const fault = faults.note(error);
    const problem = error instanceof Problem ? error : fault && answerFault(fault);
    if (!problem && !(error instanceof NotStarted))
      log.error({ err: error, fileId: work.fileId }, 'a PDF of photographs was not made');
    const message = problem?.message ?? 'The PDF could not be made. Please try again.';
    work.failure = { message, photographId: null };
  }

  return {
    find: (fileId: string) => running.get(fileId)?.work ?? null,
    findFailed: (fileId: string) => failures.get(fileId) ?? null,

    /** Throws Problem `general_service_unavailable` when too many wait. */
    start(actor: Actor, request: PhotographRequest, photographs: readonly StoredPhotograph[]): PhotographWork {
      if (queue.size() > waiting) throw tooManyWait();
      const { fileId } = request;
      const total = photographs.length;
      const work: PhotographWork = { fileId, state: 'waiting', done: 0, total, failure: null, photographs };
      const abort = new AbortController();
      const { signal } = abort;
      // The queue may start it while it works for someone else; the trail is to name who asked for it.
      const asNow = AsyncLocalStorage.snapshot();
      failures.delete(fileId);
      const settled = queue
        .add({ lane: 'photographs', key: fileId, signal }, () => asNow(() => make(actor, request, work, signal)))
        .catch((error: unknown) => {
          if (!signal.aborted) noteFailure(work, error);
        })
        .finally(() => {
          running.delete(fileId);
          if (work.state === 'failed') failures.set(fileId, work);
        });
      running.set(fileId, { work, abort, settled });
      return work;
    },

    async cancel(fileId: string): Promise<void> {
      failures.delete(fileId);
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

/** The PDF as it is, if it was made of photographs. */
async function findMade({ files }: Pick<Database, 'files'>, fileId: string): Promise<PhotographWork | null> {
  const file = await files.find(fileId);
  if (!file?.isFinished) return null;
  const photographs = await files.listPhotographs(fileId);
  const total = photographs.length;
  return total === 0 ? null : { fileId, state: 'made', done: total, total, failure: null, photographs };
}
