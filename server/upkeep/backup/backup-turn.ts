import { DatabaseSync } from 'node:sqlite';
import { onlyHolder, type Leases } from '#server/engines/database/sql/leases.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';

/**
 * Acquires a lock that is released when the process ends in any way: SQLite's own lock on an empty database file.
 * Null if another process holds it. Disposing releases it; the file stays.
 */
export function holdLock(file: string): Disposable | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) return null;
    throw error;
  }
}

/** The lease of the process that makes a backup of the library: one of all machines. */
const leaseName = 'backup';

/** Lease duration: the longest wait after a process is killed or loses the database. */
const usualLeaseMs = 60_000;
const renewalsPerLease = 6;

/** The lease for writing backups of this library. */
export interface BackupTurn {
  /** Aborted, with a BackupProblem as the reason, if the lease is lost: from then on another machine may write. */
  lost: AbortSignal;
  /** Releases the lease. The backup must have been noted before. */
  end(): Promise<void>;
}

/**
 * Acquires the lease for `holder` and renews it; null if another holder has it. Several processes may share it as one
 * holder: a server, which releases it, and its writing process. Rejects if the database can't be reached.
 */
export async function takeBackupTurn({
  leases,
  holder,
  isShared = false,
  leaseMs = usualLeaseMs,
}: {
  leases: Leases;
  holder: string;
  /** True if another process of this holder releases it. */
  isShared?: boolean;
  leaseMs?: number;
}): Promise<BackupTurn | null> {
  const lost = new AbortController();
  if (leases === onlyHolder) return { lost: lost.signal, end: async () => undefined };
  const everyMs = leaseMs / renewalsPerLease;
  /**
   * By the clock of this machine and by a monotonic one: after a sleep of the machine, the first shows the lost time.
   */
  let until = { wall: 0, lived: 0 };

  /** Computed before each renewal, so that the lease starts later than this. */
  const fromNow = () => ({ wall: Date.now() + leaseMs, lived: performance.now() + leaseMs });

  async function renew(): Promise<boolean> {
    const next = fromNow();
    if (!(await leases.take(leaseName, holder, leaseMs))) return false;
    until = next;
    return true;
  }

  /** Leaves time for the current write to end. */
  const isOver = () => Date.now() > until.wall - everyMs || performance.now() > until.lived - everyMs;
  const lose = (why: string) =>
    lost.abort(
      new BackupProblem(
        `${why}, so another machine may make a backup now; files that were copied are not copied again`,
      ),
    );

  async function check(): Promise<void> {
    if (lost.signal.aborted) return;
    try {
      if (isOver()) lose('the database could not be reached for a while');
      else if (!(await renew())) lose('the database gave the backup lease to another machine');
    } catch {
      // Retried until the lease has expired.
      if (isOver()) lose('the database could not be reached for a while');
    }
  }

  if (!(await renew())) return null;
  const timer = setInterval(() => void check(), everyMs).unref();

  return {
    lost: lost.signal,
    async end() {
      clearInterval(timer);
      // If it can't be released, it expires automatically.
      if (!isShared) await leases.release(leaseName, holder).catch(() => undefined);
    },
  };
}
