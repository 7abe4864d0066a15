import { onlyHolder, type Leases } from '#server/database/leases.ts';
import { BackupProblem } from './backup-problem.ts';

/** Whoever makes a backup of the library has this lease: one process of all machines writes its backups. */
const leaseName = 'backup';

/** A process that was killed, or that lost the database, keeps the others waiting for so long. */
const usualLeaseMs = 60_000;
const renewedInItsTime = 6;

/** Leave to write backups of this library. */
export interface BackupTurn {
  /** Aborted, with a BackupProblem as the reason, when it is over before its time: another machine may write from then on. */
  lost: AbortSignal;
  /** Lets the next one begin. What was made must have been noted before. */
  end(): Promise<void>;
}

/**
 * Takes the turn for `holder`; null if another holder has it. Several processes may have it as one holder: a server, which
 * ends it, and its process that writes. Until then it is renewed. Rejects if the database cannot be asked.
 */
export async function takeBackupTurn({
  leases,
  holder,
  isShared = false,
  leaseMs = usualLeaseMs,
}: {
  leases: Leases;
  holder: string;
  /** Another process of this holder ends it. */
  isShared?: boolean;
  leaseMs?: number;
}): Promise<BackupTurn | null> {
  const lost = new AbortController();
  if (leases === onlyHolder) return { lost: lost.signal, end: async () => undefined };
  const everyMs = leaseMs / renewedInItsTime;
  /** By the clock of this machine and by one that is never set: a machine that slept notices by the first. */
  let until = { wall: 0, lived: 0 };

  /** Before each question: the lease began later than this. */
  const fromNow = () => ({ wall: Date.now() + leaseMs, lived: performance.now() + leaseMs });

  async function renew(): Promise<boolean> {
    const next = fromNow();
    if (!(await leases.take(leaseName, holder, leaseMs))) return false;
    until = next;
    return true;
  }

  /** With time left for what is being written to end. */
  const isOver = () => Date.now() > until.wall - everyMs || performance.now() > until.lived - everyMs;
  const lose = (why: string) =>
    lost.abort(
      new BackupProblem(`${why}, so another machine may make a backup now; what was copied is not copied again`),
    );

  async function look(): Promise<void> {
    if (lost.signal.aborted) return;
    try {
      if (isOver()) lose('the database could not be reached for a while');
      else if (!(await renew())) lose('the database has given the turn to back up away');
    } catch {
      // Asked again, until the time is over.
      if (isOver()) lose('the database could not be reached for a while');
    }
  }

  if (!(await renew())) return null;
  const timer = setInterval(() => void look(), everyMs).unref();

  return {
    lost: lost.signal,
    async end() {
      clearInterval(timer);
      // If it cannot be given back it ends by itself.
      if (!isShared) await leases.release(leaseName, holder).catch(() => undefined);
    },
  };
}
