import type { Logger } from 'pino';
import type { Changes } from '#server/changes.ts';
import type { ChangeLog, LineState } from '#server/database/change-log.ts';
import type { Database } from '#server/database/database.ts';
import type { ReadReplica, ReplicaState } from '#server/database/read-replica.ts';
import { followChanges, type ChangeFollower } from './follow-changes.ts';
import { createLeadership, type Leadership } from './leadership.ts';

export type NodeState = {
  /** Names the process: NODE_NAME and a random part, or the latter alone. */
  node: string;
  /** How it hears of what other nodes change (LineState). */
  line: LineState;
  /** Whether it does what is done once for all nodes. */
  leads: boolean;
  /** How long it could not read what others changed, in milliseconds; 0 if it can. */
  behindMs: number;
  /** Where guests read, if there is a replica (ReplicaState). */
  replica?: ReplicaState;
};

/** This process as one of several over the same database. */
export interface Nodes {
  lead: Leadership;
  /** Begins to follow the others. Nothing may be cached before. */
  open(): Promise<void>;
  /** Resolves once everything is told here that others had changed when it was called. */
  catchUp(): Promise<void>;
  state(): NodeState;
  close(): Promise<void>;
}

/** Null where only one process opens the records. */
export function createNodes(parts: {
  node: string;
  database: Pick<Database, 'leases' | 'changeLog' | 'replica'>;
  changes: Changes;
  log: Logger;
}): Nodes | null {
  const { database, changes, node, log } = parts;
  return database.changeLog && createOneOf({ ...database, changeLog: database.changeLog, changes, node, log });
}

function createOneOf(
  parts: Pick<Database, 'leases'> & {
    changeLog: ChangeLog;
    replica: ReadReplica | null;
    changes: Changes;
    node: string;
    log: Logger;
  },
): Nodes {
  const { changeLog, replica, changes, node, log } = parts;
  const lead = createLeadership({ leases: parts.leases, holder: node, log });
  let follower: ChangeFollower | null = null;
  // Before other listeners, since one that hears of a change may read at once.
  const stopNoting = replica && changes.listen(() => replica.noteChange());
  return {
    lead,
    async open() {
      follower = await followChanges({ log: changeLog, changes, logger: log });
      replica?.noteChange();
    },
    catchUp: async () => follower?.catchUp(),
    state() {
      const { line = 'connecting', behindSince = null } = follower?.state() ?? {};
      return {
        node,
        line,
        leads: lead.isLeader(),
        behindMs: behindSince === null ? 0 : Math.round(performance.now() - behindSince),
        ...(replica && { replica: replica.state }),
      };
    },
    async close() {
      stopNoting?.();
      await follower?.close();
      await lead.close();
    },
  };
}
