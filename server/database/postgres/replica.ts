import { Problem } from '#contract/problems.ts';
import { currentCaller, type Caller } from '#server/database/caller.ts';
import { postgresReadLimits, setDeadline, type ReadOptions } from '#server/database/read-limits.ts';
import type { ReadReplica } from '#server/database/read-replica.ts';
import { DatabaseFailing } from '#server/faults/read-fault.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { openReadLane, type ReadLane, type ReadLaneOptions } from './read-lane.ts';
import { watchReplica } from './replica-lag.ts';

type Lane = Pick<ReadLane, 'read'>;
type Guest = Exclude<Caller, 'administrator'>;

export type PostgresReplica = ReadReplica & {
  /** Where the current caller reads what the primary would read in this lane. */
  instead(primary: Lane, kind: 'quick' | 'scan'): Lane;
  close(): Promise<void>;
};

/** A question to either server that takes longer counts as no answer. */
const questionMs = 2000;

/**
 * A replica that says nothing for so long hangs: whoever reads in it goes on in the primary. Many times what a read that an
 * index answers takes there, and little for somebody who waits.
 */
const firstAnswerMs = 500;

/**
 * Guests read in the PostgreSQL server `address`, a streaming replica, while it has everything that this node was told of;
 * else, and when it fails, in the primary. Others always read in the primary. Connects with the first read.
 */
export function openReplica(parts: {
  address: PostgresAddress;
  primary: PostgresAddress;
  reads: ReadOptions;
  quickReads: ReadLaneOptions['limits'];
  onState(message: string, error?: unknown): void;
}): PostgresReplica {
  const { address, primary, reads, onState } = parts;
  // One that restarts may be at an older state for a while: what it has is asked again before it is read.
  const onLost = (error: unknown) => lag.suspect(error);
  const shared = { address, setDeadline: reads.setDeadline ?? setDeadline, onLost, firstAnswerMs };
  const limits = reads.limits ?? postgresReadLimits;
  const lanes: Record<Guest, ReadLane> & { quick: ReadLane } = {
    visitor: openReadLane({ ...shared, limits: limits.visitor, isGuarded: true }),
    page: openReadLane({ ...shared, limits: limits.page, isGuarded: true }),
    quick: openReadLane({ ...shared, limits: parts.quickReads, isGuarded: false }),
  };
  const asking = { limits: { workers: 1, maxWaiting: 4, deadlineMs: questionMs }, isGuarded: false };
  const here = openReadLane({ ...asking, setDeadline, address: primary, onLost: () => undefined });
  const there = openReadLane({ ...shared, ...asking, setDeadline });
  const name = describeAddress(address);
  let identity: string | null = null;

  const lag = watchReplica(
    {
      async endOfLog() {
        try {
          identity ??= textOf(await here.read(whichServer, []), 'id');
          return textOf(await here.read(endOfLog, []), 'lsn');
        } catch {
          return null;
        }
      },
      async hasReplayed(end) {
        const [answer] = (await there.read(
          `select pg_is_in_recovery() as copies, (${whichServer}) as id, pg_last_wal_replay_lsn() >= cast($1 as pg_lsn) as has`,
          [end],
        )) as { copies: number; id: string; has: number | null }[];
        if (answer?.copies !== 1) throw new Error(`${name} is no replica: it takes writes`);
        if (identity !== null && answer.id !== identity) throw new Error(`${name} is a replica of another server`);
        return answer.has === 1;
      },
    },
    (state, error) => {
      if (state === 'used') return onState(`guests read in the replica ${name} again`);
      onState(`the replica ${name} cannot be used: guests read in DATABASE_URL`, error);
      // Nobody waits behind those who noticed it.
      const reason = new DatabaseFailing(name, error);
      for (const lane of Object.values(lanes)) lane.giveUp(reason);
    },
  );

  return {
    noteChange: () => lag.noteChange(),
    get state() {
      return lag.state;
    },
    instead(primaryLane, kind) {
      const caller = currentCaller();
      if (caller === 'administrator' || lag.state !== 'used') return primaryLane;
      const lane = kind === 'quick' ? lanes.quick : lanes[caller];
      return {
        read: (sql, parameters) =>
          lane.read(sql, parameters).catch((error: unknown) => {
            // Refused for a full queue or its deadline: the primary would have to do the same work once more. Whether the
            // replica still answers is asked before it is used again.
            if (error instanceof Problem) {
              lag.noteChange();
              throw error;
            }
            lag.suspect(error);
            return primaryLane.read(sql, parameters);
          }),
      };
    },
    async close() {
      lag.close();
      await Promise.all([...Object.values(lanes), here, there].map((lane) => lane.close()));
    },
  };
}

/** The same for a database of a server and of its replicas, and for no other. */
const whichServer = "select system_identifier || ' ' || current_database() as id from pg_control_system()";

/** Without `synchronous_commit` a commit is seen before it is written. */
const endOfLog = `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_lsn() end as lsn`;

function textOf(rows: unknown[], column: string): string {
  return String((rows[0] as Record<string, unknown> | undefined)?.[column]);
}
