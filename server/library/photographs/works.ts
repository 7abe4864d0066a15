import { LRUCache } from 'lru-cache';
import type { Actor } from '#domain/account.ts';
import type { MakingLine } from './making-line.ts';
import { maxRemembered } from './photograph-limits.ts';
import { requireSame } from './photograph-rules.ts';
import type { PhotographRequest, PhotographWork, StoredPhotograph } from './photograph-service.ts';

/** The PDFs that are queued or being made, and those that failed. */
export interface Works {
  /** Returns a PDF that is queued or being made; null if there is none. */
  find(fileId: string): Promise<PhotographWork | null>;
  findFailed(fileId: string): Promise<PhotographWork | null>;
  /**
   * Starts making a PDF, or returns the work of the same request that was started meanwhile. Throws Problem
   * `general_service_unavailable` if too many PDFs are queued, `storage_file_already_exists` if another request has
   * this id.
   */
  start(actor: Actor, request: PhotographRequest, photographs: readonly StoredPhotograph[]): Promise<PhotographWork>;
  /** Stops making a PDF, and forgets a failure. */
  cancel(fileId: string): Promise<void>;
}

/** Creates the works for a single process that makes all PDFs. */
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
