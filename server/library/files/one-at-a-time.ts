import type { FileHolds } from '#server/engines/database/file-holds.ts';
import { unavailable } from '#server/engines/database/sqlite/read-refusals.ts';

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

/** Renewals per duration of a hold, so that a request may fail or take long. */
const renewalsPerHold = 4;
const firstWaitMs = 20;
const longestWaitMs = 500;
/** A factor: beyond the time after which the hold of a killed process has expired. */
const patience = 2;

/**
 * Does `work` while no other process works on the file. Waits for twice the duration of a hold, then throws Problem
 * `general_service_unavailable`: the current holder is alive. If the database can't be reached for the duration of a
 * hold, another process may start meanwhile, so `work` must tolerate that.
 */
async function withHold<Result>(holds: FileHolds, fileId: string, work: () => Promise<Result>): Promise<Result> {
  await takeInTime(holds, fileId);
  const timer = setInterval(() => void holds.keep(fileId).catch(() => false), holds.holdMs / renewalsPerHold).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // If it can't be released now, it expires automatically.
    await holds.giveUp(fileId).catch(() => undefined);
  }
}

async function takeInTime(holds: FileHolds, fileId: string): Promise<void> {
  const end = performance.now() + holds.holdMs * patience;
  for (let waitMs = firstWaitMs; !(await holds.take(fileId)); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    if (performance.now() > end)
      throw unavailable('This file is being worked on by another server. Please try again in a moment.');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
