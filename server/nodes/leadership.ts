import type { Logger } from 'pino';
import { leadLease, type Leases } from '#server/database/leases.ts';

/** Which node does what must be done once and at regular times. */
export interface Leadership {
  /** Asks the database whether this node leads, and takes the lead if nobody has it. Rejects if it cannot be asked. */
  confirm(): Promise<boolean>;
  /** Whether this node led when it last asked, as long as that lasts. */
  isLeader(): boolean;
  /** Calls `listener` each time this node begins to lead. */
  onLead(listener: () => void): void;
  /** Gives the lead back. */
  close(): Promise<void>;
}

/** A leader that was killed is replaced after this time, and until somebody asks again. */
const usualLeaseMs = 60_000;
const usualAskMs = 20_000;

/** Asks now and then; whoever leads keeps the lead by that. */
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
    // Before the question: the lease began later than this.
    const asked = performance.now();
    const leads = await leases.take(leadLease, holder, leaseMs);
    leadsUntil = leads ? asked + leaseMs : -Infinity;
    if (leads === led) return leads;
    log.info(leads ? 'this node leads: it does what is done once for all nodes' : 'another node leads now');
    if (leads) for (const listener of listeners) listener();
    return leads;
  }

  const ask = () =>
    void confirm().catch((error: unknown) => log.warn({ err: error }, 'it could not be asked which node leads'));
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
