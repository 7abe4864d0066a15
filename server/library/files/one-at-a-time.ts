import type { FileHolds } from '#server/engines/database/node-work.ts';
import { unavailable } from '#server/engines/database/sqlite/read-limits.ts';
import { withLease } from '#server/machinery/queues/with-lease.ts';

/** A factor of the duration of a hold: beyond the time after which the hold of a killed process has expired. */
const patience = 2;

/** Runs work on the same file one after another, and work on different files concurrently. */
export type OneAtATime = {
  <Result>(fileId: string, work: () => Promise<Result>): Promise<Result>;
  /** True if work on that file is running or queued, here or in another process. */
  isBusy(fileId: string): Promise<boolean>;
};

/**
 * Creates a lock for each file within this process, and with `holds` across all processes that share the records.
 * Then it may throw Problem `general_service_unavailable`.
 */
export function createOneAtATime(holds: FileHolds | null = null): OneAtATime {
  const tails = new Map<string, Promise<unknown>>();
  const run = async <Result>(fileId: string, work: () => Promise<Result>): Promise<Result> => {
    const before = tails.get(fileId) ?? Promise.resolve();
    const running = before.then(() => (holds ? withHold(holds, fileId, work) : work()));
    const tail = running.catch(() => undefined);
    tails.set(fileId, tail);
    try {
      return await running;
    } finally {
      if (tails.get(fileId) === tail) tails.delete(fileId);
    }
  };
  return Object.assign(run, {
    isBusy: async (fileId: string) => tails.has(fileId) || ((await holds?.isHeld(fileId)) ?? false),
  });
}

/** Throws Problem `general_service_unavailable` if another process, which is alive, works on the file for too long. */
function withHold<Result>(holds: FileHolds, fileId: string, work: () => Promise<Result>): Promise<Result> {
  const lease = {
    durationMs: holds.holdMs,
    take: () => holds.take(fileId),
    release: () => holds.release(fileId),
  };
  const refuse = () => unavailable('This file is being worked on by another server. Please try again in a moment.');
  return withLease(lease, { patienceMs: holds.holdMs * patience, refuse }, work);
}
