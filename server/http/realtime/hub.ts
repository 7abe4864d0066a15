import type { Logger } from 'pino';
import type { Change, Changes } from '#server/library/changes.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services/services.ts';
import { createChangeSender, sendReload } from './change-sender.ts';
import type { Connection } from './connection.ts';
import { createNewestChanges, type NewestChanges } from './newest-changes.ts';

export type Hub = {
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** Stops sending events and closes every connection, first with a closing handshake. */
  close(): Promise<void>;
};

/** Timeout of the closing handshake. */
const closingMs = 500;

/**
 * Sends every change to the connections that may read it, in the order the changes were made. `changes` is the only
 * source of events, including changes of other nodes. These may arrive late; then the hub sends the newest state
 * (newest-changes.ts).
 */
export function createHub(parts: {
  services: Pick<Services, 'accounts' | 'files' | 'nodes'>;
  changes: Pick<Changes, 'listen'>;
  config: Pick<Config, 'ids' | 'publicUrl'>;
  heartbeatMs: number;
  log: Logger;
}): Hub {
  const { log } = parts;
  const connections = new Set<Connection>();
  const sender = createChangeSender(parts);
  const newestChanges = parts.services.nodes && createNewestChanges();
  let sending: Promise<void> = Promise.resolve();

  const stopListening = parts.changes.listen((announced) => {
    const change = newestChanges ? arrange(announced, newestChanges) : announced;
    // The readers of a purged material were notified when it was moved to the trash.
    if (connections.size === 0 || change === null || change.subject === 'purged') return;
    const moment = Date.now();
    sending = sending
      .then(() => {
        // A copy: connections opened while this is sent did not exist when the change was made.
        const receivers = Array.from(connections);
        if (change.subject === 'anything') return sendReload(receivers);
        return change.subject === 'materials'
          ? sender.sendTogether(change.changes, moment, receivers)
          : sender.send(change, moment, receivers);
      })
      .catch((error: unknown) => log.error({ err: error }, 'a change could not be sent over realtime'));
  });

  const heartbeat = setInterval(() => {
    for (const connection of connections) connection.checkLiveness();
  }, parts.heartbeatMs);
  heartbeat.unref();

  return {
    add: (connection) => connections.add(connection),
    remove: (connection) => connections.delete(connection),
    async close() {
      stopListening();
      sender.hurry();
      clearInterval(heartbeat);
      await sending;
      for (const connection of connections) connection.close();
      const limit = performance.now() + closingMs;
      while (connections.size > 0 && performance.now() < limit) await new Promise((resolve) => setTimeout(resolve, 20));
      for (const connection of connections) connection.terminate();
    },
  };
}

/** Returns the change to send; null if nothing needs to be sent. */
function arrange(change: Change, newestChanges: NewestChanges): Change | null {
  if (change.subject === 'anything') newestChanges.forget();
  if (change.subject === 'purged' || change.subject === 'anything') return change;
  if (change.subject !== 'materials') return newestChanges.arrange(change);
  const changes = change.changes.flatMap((each) => newestChanges.arrange(each) ?? []);
  return changes.length > 0 ? { ...change, changes } : null;
}
