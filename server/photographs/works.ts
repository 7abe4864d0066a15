import { LRUCache } from 'lru-cache';
import type { Actor } from '#domain/account.ts';
import type { MakingLine } from './making-line.ts';
import { maxRemembered } from './photograph-limits.ts';
import { requireSame } from './photograph-rules.ts';
import type { PhotographRequest, PhotographWork, StoredPhotograph } from './photograph-service.ts';

/** PDFs that are waiting or being made, and those that failed. */
export interface Works {
  /** One that waits or is being made; null if it does neither. */
  find(fileId: string): Promise<PhotographWork | null>;
  findFailed(fileId: string): Promise<PhotographWork | null>;
  /**
   * Starts it, or answers the same request that was started meanwhile. Throws Problem `general_service_unavailable` when
   * too many wait, `storage_file_already_exists` when another request with this id was started.
   */
  start(actor: Actor, request: PhotographRequest, photographs: readonly StoredPhotograph[]): Promise<PhotographWork>;
  /** Stops it, and forgets that it failed. */
  cancel(fileId: string): Promise<void>;
}

/** Where only this process makes PDFs. */
export function createOwnWorks(line: MakingLine): Works {
  const failures = new LRUCache<string, PhotographWork>({ max: maxRemembered });
  return {
    find: async (fileId) => line.find(fileId),
    findFailed: async (fileId) => failures.get(fileId) ?? null,

    async start(actor, request, photographs) {
      const { fileId } = request;
      // Two identical requests at once: the first of them has started it meanwhile.
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
