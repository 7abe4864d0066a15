import type { FileHolds } from '#server/database/file-holds.ts';
import { unavailable } from '#server/database/read-refusals.ts';

/** A hold is kept so often in its time, so that a request may fail or take long. */
const keptInItsTime = 4;
const firstWaitMs = 20;
const longestWaitMs = 500;
/** Beyond the time after which the hold of a killed process has ended. */
const patience = 2;

/**
 * Does `work` while no other process works on the file. Waits for twice the time of a hold, then throws Problem
 * `general_service_unavailable`: whoever holds it by then is alive. If the database cannot be reached for the time of a hold,
 * another process may begin meanwhile, so `work` must bear that.
 */
export async function withHold<Result>(holds: FileHolds, fileId: string, work: () => Promise<Result>): Promise<Result> {
  await takeInTime(holds, fileId);
  const timer = setInterval(() => void holds.keep(fileId).catch(() => false), holds.holdMs / keptInItsTime).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // If it cannot be given up now it ends by itself.
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
