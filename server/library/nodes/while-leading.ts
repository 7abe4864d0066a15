import type { Leadership } from './leadership.ts';

/** Interval between checks that this node is still the leader; shorter than a lease. */
const usualCheckMs = 5000;

/**
 * Does work that only one node may do at a time. Aborts its signal when another node becomes the leader; `isLost` then
 * returns true, and the work must end. Without a lead, this is the only node.
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
