import { setTimeout as sleep } from 'node:timers/promises';

/** The right to do some work, which only one of several processes has at a time. It expires unless it is renewed. */
export type Lease = {
  /** Duration without renewal, in milliseconds: the maximum wait of others after its holder is killed. */
  durationMs: number;
  /** Acquires or renews the lease. Returns false if another process has it. */
  take(): Promise<boolean>;
  release(): Promise<void>;
};

/** Number of renewals per duration: several, so that a request may fail or take long. */
const renewals = 4;
const firstWaitMs = 20;
const longestWaitMs = 500;

/**
 * Renews a lease regularly, until the returned function is called. That function's promise resolves when no renewal is
 * in progress, because a renewal that arrives after the release would acquire the lease again. It never rejects.
 */
export function keepRenewing(durationMs: number, renew: () => Promise<unknown>): () => Promise<unknown> {
  let latest: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => (latest = renew().catch(() => undefined)), durationMs / renewals).unref();
  return () => {
    clearInterval(timer);
    return latest;
  };
}

/**
 * Does `work` while this process has the lease. Waits for the lease for `patienceMs`, then throws the error of
 * `refuse`. If the lease can't be renewed for its whole duration, another process may start meanwhile, so `work` must
 * tolerate that.
 */
export async function withLease<Result>(
  lease: Lease,
  { patienceMs, refuse }: { patienceMs: number; refuse: () => Error },
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + patienceMs;
  for (let waitMs = firstWaitMs; !(await lease.take()); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    if (performance.now() > end) throw refuse();
    await sleep(waitMs);
  }
  const stopRenewing = keepRenewing(lease.durationMs, lease.take);
  try {
    return await work();
  } finally {
    await stopRenewing();
    // If it can't be released now, it expires automatically.
    await lease.release().catch(() => undefined);
  }
}
