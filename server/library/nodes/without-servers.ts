import type { Logger } from 'pino';
import type { Leases } from '#server/engines/database/sql/leases.ts';
import { createLeadership } from './leadership.ts';
import { whileLeading } from './while-leading.ts';

/**
 * Runs a command's work while no server uses the records, because a server would become the leader. A server that
 * starts meanwhile leaves the work that is done once for all nodes to the command. The signal is aborted if a server
 * becomes the leader nevertheless, as after a minute without the database; `isLost` then returns true. Throws an Error
 * with one line if servers are running.
 */
export async function withoutServers<Result>(
  { leases, holder, log }: { leases: Leases; holder: string; log: Pick<Logger, 'info' | 'warn'> },
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<{ result: Result; isLost: boolean }> {
  const lead = createLeadership({ leases, holder, log });
  try {
    if (!(await lead.confirm())) throw new Error(serversRun);
    return await whileLeading(lead, work);
  } finally {
    await lead.close();
  }
}

/** The error of a command that needs exclusive use of the library. */
export const serversRun =
  'servers are using the database of DATABASE_URL; stop all of them first (one that was killed counts for a minute)';
