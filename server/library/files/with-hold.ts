import type { FileHolds } from '#server/engines/database/file-holds.ts';
import { unavailable } from '#server/engines/database/sqlite/read-refusals.ts';

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
export async function withHold<Result>(holds: FileHolds, fileId: string, work: () => Promise<Result>): Promise<Result> {
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
