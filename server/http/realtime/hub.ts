import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isPublic, mayRead, readersOf } from '#contract/permissions.ts';
import type { Change, Changes } from '#server/changes.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { Connection } from './connection.ts';
import { toRealtimeEvent, type RealtimeEvent } from './realtime-event.ts';

/** An event, and who receives it: those who may read with `permissions` and not with `except`. */
type Delivery = { event: RealtimeEvent; permissions: readonly string[]; except: readonly string[] | null };

/**
 * The change as its readers see it: when those who may read a material change, it is deleted for the ones who could read
 * it before, and created for the ones who could not.
 */
function asSeenByReaders(change: Change): { change: Change; except: readonly string[] | null }[] {
  if (change.subject !== 'material' || change.action !== 'update' || !change.before) return [{ change, except: null }];
  const { material, before } = change;
  const hasSameReaders = readersOf(material.permissions).join() === readersOf(before.permissions).join();
  if (hasSameReaders) return [{ change, except: null }];
  return [
    { change: { subject: 'material', action: 'create', material }, except: before.permissions },
    { change: { subject: 'material', action: 'delete', material: before }, except: material.permissions },
    { change, except: null },
  ];
}

export type Hub = {
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** Stops sending events and closes every connection, politely first. */
  close(): Promise<void>;
};

/** After so many connections, sending an event pauses to let other work of the thread run. */
const batchSize = 500;
/** How long a client may take to answer the closing handshake. */
const closingMs = 500;

/**
 * Sends every change to the connections that may read it, in the order the changes were made. `changes` is the only
 * source of events; with several processes, it would bring in the changes of the others.
 */
export function createHub(parts: {
  services: Pick<Services, 'accounts' | 'files'>;
  changes: Pick<Changes, 'listen'>;
  config: Pick<Config, 'ids' | 'publicUrl'>;
  heartbeatMs: number;
  log: Logger;
}): Hub {
  const { services, config, log } = parts;
  const connections = new Set<Connection>();
  let telling: Promise<void> = Promise.resolve();

  /**
   * Who may read what changed, as permissions: a material's own, as they now are. Only administrators can list files;
   * others receive no more of a file than a published material shows of it anyway
   * (docs/decisions/0017).
   */
  async function permissionsOf(change: Change): Promise<readonly string[]> {
    if (change.subject === 'material') return change.material.permissions;
    const { action, file } = change;
    const isShown = action === 'update' && (await services.files.isShown(file.id));
    return isShown ? file.permissions : [];
  }

  /** Whether a member may read it whose session is valid at this very moment. */
  async function mayReceive(connection: Connection, permissions: readonly string[]): Promise<boolean> {
    const actor = connection.actor();
    if (!mayRead(actor, permissions)) return false;
    return services.accounts.getSession(actor, 'current').then(
      () => true,
      () => false,
    );
  }

  async function findEvent(connection: Connection, deliveries: readonly Delivery[]): Promise<RealtimeEvent | null> {
    for (const { event, permissions, except } of deliveries) {
      if (except && mayRead(connection.actor(), except)) continue;
      if (isPublic(permissions) || (await mayReceive(connection, permissions))) return event;
    }
    return null;
  }

  async function send(change: Change, moment: number): Promise<void> {
    const deliveries = await Promise.all(
      asSeenByReaders(change).map(async (seen) => ({
        event: toRealtimeEvent(seen.change, config, moment),
        permissions: await permissionsOf(seen.change),
        except: seen.except,
      })),
    );
    let sentCount = 0;
    // A copy: connections opened while this is sent were not there when it happened.
    for (const connection of Array.from(connections)) {
      const event = await findEvent(connection, deliveries);
      if (!event) continue;
      connection.send(event);
      sentCount += 1;
      if (sentCount % batchSize === 0) await setImmediate();
    }
  }

  const stopListening = parts.changes.listen((change) => {
    if (connections.size === 0) return;
    const moment = Date.now();
    telling = telling
      .then(() => send(change, moment))
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
      clearInterval(heartbeat);
      await telling;
      for (const connection of connections) connection.close();
      const limit = performance.now() + closingMs;
      while (connections.size > 0 && performance.now() < limit) await new Promise((resolve) => setTimeout(resolve, 20));
      for (const connection of connections) connection.terminate();
    },
  };
}
