import type { Leadership } from './leadership.ts';

/** How often it is looked whether this node still leads; less than a lease lasts. */
const usualLookMs = 5000;

/**
 * Does work of which there must be one at a time among all nodes, and tells it by a signal when another node leads.
 * `isLost` says that this happened; the work must end then. Without a lead there is one node only.
 */
export async function whileLeading<Result>(
  lead: Pick<Leadership, 'isLeader'> | null,
  work: (lost: AbortSignal) => Promise<Result>,
  lookMs = usualLookMs,
): Promise<{ result: Result; isLost: boolean }> {
  const lost = new AbortController();
  const look = (leading: Pick<Leadership, 'isLeader'>) => !leading.isLeader() && lost.abort();
  const looking = lead ? setInterval(() => look(lead), lookMs).unref() : undefined;
  try {
    return { result: await work(lost.signal), isLost: lost.signal.aborted };
  } finally {
    clearInterval(looking);
  }
}
