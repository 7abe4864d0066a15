import type { Database } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { Nodes, NodeState } from '#server/library/nodes/nodes.ts';
import { within } from '#server/machinery/queues/within.ts';
import type { DiskRoom } from '#server/machinery/faults/disk-room.ts';
import type { FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import type { Fault } from '#server/machinery/faults/read-fault.ts';

/**
 * The state of a part of the server: `ok`, the fault that occurred, `slow` (no response in time) or `failed` (another
 * error).
 */
type State = 'ok' | 'slow' | 'failed' | Fault;

export type ReadinessReport = {
  /**
   * False if another node should respond instead. A full store is full for all nodes, and reading still works, so it is
   * reported here but does not make the node unready. A full disk may be full only for this node.
   */
  isReady: boolean;
  /** The state of each check: reading records, writing them, writing files, and space on the disk. */
  checks: Record<'database' | 'writing' | 'storage' | 'disk', State>;
  /** Recent faults that are not over. */
  faults: Fault[];
  /** The state of this node, if several share a database. */
  node?: NodeState;
};

/** Checks the engines. Runs one check at a time, for any number of requests and however slow the disk is. */
export interface Readiness {
  check(): Promise<ReadinessReport>;
}

/** Maximum wait for a check. A disk that takes longer for one small write is too slow for people. */
const usualMaxWaitMs = 2000;
/** Time for which a result is cached: each check writes to the disk, and anyone may request it. */
const usualCacheMs = 1000;

/**
 * Maximum time for which this node may not receive the changes of other nodes. After that, cached pages may be
 * outdated, and other nodes should respond.
 */
const maxBehindMs = 10_000;

export function createReadiness(parts: {
  database: Pick<Database, 'ping' | 'pingWriting'>;
  storage: Pick<Storage, 'ping' | 'tryRoom'>;
  room: DiskRoom;
  faults: FaultWatch;
  nodes?: Pick<Nodes, 'state'> | null;
  maxWaitMs?: number;
  keptMs?: number;
}): Readiness {
  const { database, storage, room, faults, nodes, maxWaitMs = usualMaxWaitMs, keptMs = usualCacheMs } = parts;
  watchEngines(parts);

  const checkDatabase = createCheck(() => database.ping());
  const checkWriting = createCheck(() => database.pingWriting());
  const checkStorage = createCheck(() => storage.ping());
  const checkDisk = createCheck(async () => {
    if (!(await room.isLow())) return;
    faults.begin('disk-full', { freeBytes: await room.free() });
    throw new DiskLow();
  });
  let kept: { report: Promise<ReadinessReport>; until: number } | null = null;

  /** Runs one check at a time; callers wait for it for at most `maxWaitMs`. */
  function createCheck(attempt: () => Promise<void>): () => Promise<State> {
    let running: Promise<State> | null = null;
    return () => {
      running ??= attempt()
        .then(
          (): State => 'ok',
          (error: unknown): State => (error instanceof DiskLow ? 'disk-full' : (faults.note(error) ?? 'failed')),
        )
        .finally(() => {
          running = null;
        });
      return within<State>(maxWaitMs, running, 'slow');
    };
  }

  async function checkAll(): Promise<ReadinessReport> {
    await within(maxWaitMs, faults.recheck(), undefined);
    const [database, writing, storage, disk] = await Promise.all([
      checkDatabase(),
      checkWriting(),
      checkStorage(),
      checkDisk(),
    ]);
    const checks = { database, writing, storage, disk };
    const lately = faults.current();
    const node = nodes?.state();
    const isAbreast = !node || node.behindMs < maxBehindMs;
    return {
      isReady:
        isAbreast && [...lately, ...Object.values(checks)].every((state) => state === 'ok' || state === 'store-full'),
      checks,
      faults: lately,
      ...(node && { node }),
    };
  }

  return {
    check() {
      if (!kept || kept.until < performance.now()) {
        // Cached while it runs, and for a moment after. `checkAll` never rejects.
        const entry = { report: checkAll(), until: Infinity };
        kept = entry;
        void entry.report.finally(() => {
          entry.until = performance.now() + keptMs;
        });
      }
      return kept.report;
    },
  };
}

/** Watches for the end of the engines' faults. */
function watchEngines(parts: Pick<Parameters<typeof createReadiness>[0], 'database' | 'storage' | 'faults'>): void {
  const { database, storage, faults } = parts;
  const tryAll = async () => {
    await Promise.all([database.ping(), database.pingWriting(), reachStorage()]);
  };
  /** Checks that the store responds. A full store responds: that is another fault. */
  async function reachStorage(): Promise<void> {
    await storage.ping().catch((error: unknown) => {
      if (faults.note(error) !== 'store-full') throw error;
    });
  }
  faults.watch('disk-failing', tryAll);
  faults.watch('no-permission', tryAll);
  faults.watch('no-file-handles', reachStorage);
  faults.watch('store-failing', reachStorage);
  faults.watch('store-full', () => storage.tryRoom());
  faults.watch('database-failing', async () => {
    await database.ping();
    await database.pingWriting();
  });
  faults.watch('writing-held-up', () => database.pingWriting());
}

class DiskLow extends Error {}
