import type { Logger } from 'pino';
import { faultAdvice } from './fault-answers.ts';
import { readFault, type Fault } from './read-fault.ts';

/**
 * Remembers what is wrong with the machine. The log gets one line when a fault begins and one when it is over, however
 * many requests meet it.
 */
export interface FaultWatch {
  /** Notes the fault an error tells of; answers it, or null when the error is of another kind. */
  note(error: unknown): Fault | null;
  /** Notes a fault that was seen before anything failed, e.g. too little room on the disk. */
  begin(fault: Fault, facts: object): void;
  /** What is wrong now. */
  current(): Fault[];
  /** How to find out that a fault is over: resolves when all works again. A damaged database stays so until the restart. */
  watch(fault: Exclude<Fault, 'database-damaged'>, isOver: () => Promise<void>): void;
  /** Looks at once whether what was noted is over; the watch does so by itself every few seconds while something is. */
  recheck(): Promise<void>;
  close(): void;
}

/** Often enough that nobody notices the wait after room was made, seldom enough to cost nothing. */
const recheckMs = 5000;

export function createFaultWatch({ log, everyMs = recheckMs }: { log: Logger; everyMs?: number }): FaultWatch {
  const active = new Map<Fault, { since: number }>();
  const tests = new Map<Fault, () => Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  function begin(fault: Fault, facts: object): void {
    if (isClosed || active.has(fault)) return;
    active.set(fault, { since: Date.now() });
    log.error({ fault, ...facts }, faultAdvice[fault]);
    timer ??= setInterval(() => void recheck(), everyMs).unref();
  }

  async function look(fault: Fault, since: number): Promise<void> {
    const test = tests.get(fault);
    if (!test) return;
    const isOver = await test().then(
      () => true,
      () => false,
    );
    if (!isOver || isClosed || !active.delete(fault)) return;
    log.info({ fault, seconds: Math.round((Date.now() - since) / 1000) }, 'over: it works again');
  }

  async function lookAtAll(): Promise<void> {
    await Promise.all([...active].map(([fault, { since }]) => look(fault, since)));
    running = null;
    if (active.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  /** One look at a time, also when the disk hangs and the look with it. */
  function recheck(): Promise<void> {
    running ??= lookAtAll();
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
    watch: (fault, isOver) => void tests.set(fault, isOver),
    recheck,
    close() {
      isClosed = true;
      if (timer) clearInterval(timer);
    },
  };
}
