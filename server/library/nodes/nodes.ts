import type { Logger } from 'pino';
import type { Changes } from '#server/library/changes.ts';
import type { ChangeLog, LineState } from '#server/engines/database/change-log.ts';
import type { Database } from '#server/engines/database/database.ts';
import { followChanges, type ChangeFollower } from './follow-changes.ts';
import { createLeadership, type Leadership } from './leadership.ts';

export type NodeState = {
  /** Names the process: NODE_NAME and a random part, or the latter alone. */
  node: string;
  /** State of the connection that receives the changes of other nodes (LineState). */
  line: LineState;
  /** True if this node does the work that is done once for all nodes. */
  leads: boolean;
  /** Time in milliseconds for which this node could not read the changes of other nodes; 0 if it can. */
  behindMs: number;
};

/** This process as one of several over the same database. */
export interface Nodes {
  lead: Leadership;
  /** Begins to receive the changes of other nodes. Nothing may be cached before. */
  open(): Promise<void>;
  /** Resolves when all changes that other nodes had made at the time of the call are announced here. */
  catchUp(): Promise<void>;
  state(): NodeState;
  close(): Promise<void>;
}

/** Creates the connection to the other nodes; null if only one process opens the records. */
export function createNodes(parts: {
  node: string;
  database: Pick<Database, 'leases' | 'changeLog'>;
  changes: Changes;
  log: Logger;
}): Nodes | null {
  const { database, changes, node, log } = parts;
  return database.changeLog && createOneOf({ ...database, changeLog: database.changeLog, changes, node, log });
}

function createOneOf(
  parts: Pick<Database, 'leases'> & {
    changeLog: ChangeLog;
    changes: Changes;
    node: string;
    log: Logger;
  },
): Nodes {
  const { changeLog, changes, node, log } = parts;
  const lead = createLeadership({ leases: parts.leases, holder: node, log });
  let follower: ChangeFollower | null = null;
  return {
    lead,
    async open() {
      follower = await followChanges({ log: changeLog, changes, logger: log });
    },
    catchUp: async () => follower?.catchUp(),
    state() {
      const { line = 'connecting', behindSince = null } = follower?.state() ?? {};
      return {
        node,
        line,
        leads: lead.isLeader(),
        behindMs: behindSince === null ? 0 : Math.round(performance.now() - behindSince),
      };
    },
    async close() {
      await follower?.close();
      await lead.close();
    },
  };
}
