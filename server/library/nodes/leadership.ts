import type { Logger } from 'pino';
import { leadLease, type Leases } from '#server/engines/database/sql/leases.ts';

/** Determines the node that does work which must be done once and at regular times. */
export interface Leadership {
  /** Tries to get or renew the lead in the database. Rejects if the database cannot be reached. */
  confirm(): Promise<boolean>;
  /** True if this node led at the last renewal, and its lease has not expired. */
  isLeader(): boolean;
  /** Calls `listener` each time this node begins to lead. */
  onLead(listener: () => void): void;
  /** Releases the lead. */
  close(): Promise<void>;
}

/** Longest time until a killed leader is replaced, plus the polling interval of another node. */
const usualLeaseMs = 60_000;
const usualAskMs = 20_000;

/** Polls the lease, which also renews it for the leader. */
export function createLeadership(parts: {
  leases: Leases;
  holder: string;
  log: Pick<Logger, 'info' | 'warn'>;
  leaseMs?: number;
  askMs?: number;
}): Leadership {
  const { leases, holder, log, leaseMs = usualLeaseMs, askMs = usualAskMs } = parts;
  const listeners = new Set<() => void>();
  let leadsUntil = -Infinity;
  let isClosed = false;
  const isLeader = () => performance.now() < leadsUntil;

  async function confirm(): Promise<boolean> {
    if (isClosed) return false;
    const led = isLeader();
    // Before the query: the lease began later than this.
    const asked = performance.now();
    const leads = await leases.take(leadLease, holder, leaseMs);
    leadsUntil = leads ? asked + leaseMs : -Infinity;
    if (leads === led) return leads;
    log.info(leads ? 'this node leads: it does the work that is done once for all nodes' : 'another node leads now');
    if (leads) for (const listener of listeners) listener();
    return leads;
  }

  const ask = () =>
    void confirm().catch((error: unknown) => log.warn({ err: error }, 'the lead could not be checked in the database'));
  const timer = setInterval(ask, askMs).unref();

  return {
    confirm,
    isLeader,
    onLead: (listener) => void listeners.add(listener),
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      leadsUntil = -Infinity;
      await leases.release(leadLease, holder).catch(() => undefined);
    },
  };
}

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

/**
 * Runs a command's work while no server uses the records: one of them would lead. A server that starts meanwhile runs,
 * and leaves the work that is done once for all nodes to the command. The signal is aborted if a server leads
 * nevertheless, as after a minute without the database; `isLost` reports it. Throws an Error with one line if servers
 * run.
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
