import type { FileHolds } from '#server/engines/database/file-holds.ts';
import { withHold } from './with-hold.ts';

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
