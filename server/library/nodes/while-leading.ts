import type { Leadership } from './leadership.ts';

/** Interval between checks that this node is still the leader; less than a lease lasts. */
const usualCheckMs = 5000;

/**
 * Does work of which there must be one at a time among all nodes, and aborts its signal when another node leads. `isLost`
 * reports that this happened; the work must end then. Without a lead there is one node only.
 */
export async function whileLeading<Result>(
  lead: Pick<Leadership, 'isLeader'> | null,
  work: (lost: AbortSignal) => Promise<Result>,
  lookMs = usualCheckMs,
): Promise<{ result: Result; isLost: boolean }> {
  const lost = new AbortController();
  const check = (leading: Pick<Leadership, 'isLeader'>) => !leading.isLeader() && lost.abort();
  const checking = lead ? setInterval(() => check(lead), lookMs).unref() : undefined;
  try {
    return { result: await work(lost.signal), isLost: lost.signal.aborted };
  } finally {
    clearInterval(checking);
  }
}
