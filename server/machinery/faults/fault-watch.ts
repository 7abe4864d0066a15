import type { Logger } from 'pino';
import { faultAdvice } from './fault-answers.ts';
import { readFault, type Fault } from './read-fault.ts';

/**
 * Tracks the faults of the machine. Logs one line when a fault begins and one when it is over, however many requests
 * fail because of it.
 */
export interface FaultWatch {
  /** Notes the fault that an error reports, and returns it; null for an error of another kind. */
  note(error: unknown): Fault | null;
  /** Notes a fault that was detected before anything failed, such as too little space on the disk. */
  begin(fault: Fault, facts: object): void;
  /** The current faults. */
  current(): Fault[];
  /**
   * Sets the check that resolves when a fault is over and everything works again. A damaged database stays a fault
   * until the restart.
   */
  watch(fault: Exclude<Fault, 'database-damaged'>, isOver: () => Promise<void>): void;
  /** Checks now if the faults are over. While there are any, the watch also does so every few seconds. */
  recheck(): Promise<void>;
  close(): void;
}

/** Interval between checks: so short that nobody notices the delay, and so long that the checks cost nothing. */
const recheckMs = 5000;

export function createFaultWatch({ log, everyMs = recheckMs }: { log: Logger; everyMs?: number }): FaultWatch {
  const active = new Map<Fault, { since: number }>();
  const isOverOf = new Map<Fault, () => Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  function begin(fault: Fault, facts: object): void {
    if (isClosed || active.has(fault)) return;
    active.set(fault, { since: Date.now() });
    log.error({ fault, ...facts }, faultAdvice[fault]);
    timer ??= setInterval(() => void recheck(), everyMs).unref();
  }

  async function check(fault: Fault, since: number): Promise<void> {
    const resolvesWhenOver = isOverOf.get(fault);
    if (!resolvesWhenOver) return;
    const isOver = await resolvesWhenOver().then(
      () => true,
      () => false,
    );
    if (!isOver || isClosed || !active.delete(fault)) return;
    log.info({ fault, seconds: Math.round((Date.now() - since) / 1000) }, 'over: it works again');
  }

  async function checkAll(): Promise<void> {
    await Promise.all([...active].map(([fault, { since }]) => check(fault, since)));
    running = null;
    if (active.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  /** Checks if the faults are over, one check at a time, even if the disk hangs. */
  function recheck(): Promise<void> {
    running ??= checkAll();
    return running;
  }

  return {
    note(error) {
      const fault = readFault(error);
      if (fault) begin(fault, { err: error });
      return fault;
    },
    begin,
    current: () => [...active.keys()],
    watch: (fault, isOver) => void isOverOf.set(fault, isOver),
    recheck,
    close() {
      isClosed = true;
      if (timer) clearInterval(timer);
    },
  };
}
