import { setTimeout as sleep } from 'node:timers/promises';
import type { Leases } from '#server/engines/database/sql/leases.ts';

/** Lease duration: the longest wait of other nodes after a node is killed in the middle. */
const leaseMs = 20_000;
const askMs = 250;

/**
 * Runs the work while no other node runs work of that name: nodes that start at once take turns. The lease is renewed
 * while the work runs. Throws an Error with one line if the node does not get the lease within `patienceMs`.
 */
export async function inTurn<Result>(
  { leases, name, holder, patienceMs }: { leases: Leases; name: string; holder: string; patienceMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const limit = performance.now() + patienceMs;
  while (!(await leases.take(name, holder, leaseMs))) {
    if (performance.now() > limit)
      throw new Error(
        `database: another node has been busy with "${name}" for too long; see its log, then start again`,
      );
    await sleep(askMs);
  }
  // If it cannot be renewed, another node may begin; the work here is written to allow that.
  const renewing = setInterval(() => void leases.take(name, holder, leaseMs).catch(() => undefined), leaseMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await leases.release(name, holder).catch(() => undefined);
  }
}
