import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isPublic, mayRead, readersOf } from '#contract/permissions.ts';
import type { MaterialChange, SingleChange } from '#server/library/changes.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services/services.ts';
import type { Connection } from './connection.ts';
import { gatherChanges, type GatheredChange } from './gathered-changes.ts';
import { toRealtimeEvent, type RealtimeEvent } from './realtime-event.ts';

/** An event and its receivers: those whom `permissions` allow to read and `except` doesn't. */
type Delivery = { event: RealtimeEvent; permissions: readonly string[]; except: readonly string[] | null };

/**
 * Returns a change as each group of readers sees it. If the readers of a material change, it is deleted for those who
 * can no longer read it, and created for those who could not read it before.
 */
function asSeenByReaders(change: SingleChange): { change: SingleChange; except: readonly string[] | null }[] {
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

/** Number of connections after which sending an event pauses, so that other work of the thread runs. */
const batchSize = 500;
/** If many materials change, number of events (some 150 kB) after which the sender checks that clients can keep up. */
const pacedEvents = 50;
const pauseMs = 10;
/**
 * Maximum total time that the sender waits for clients that read slowly; then they are disconnected, as after any other
 * event.
 */
const patienceMs = 10_000;
/** Sends changes to the connections whose accounts may read them. */
export function createChangeSender({
  services,
  config,
}: {
  services: Pick<Services, 'accounts' | 'files'>;
  config: Pick<Config, 'ids' | 'publicUrl'>;
}) {
  const { permissionsOf, mayReceive } = createReadership(services);
  const hurrying = new AbortController();

  async function findEvent(connection: Connection, deliveries: readonly Delivery[]): Promise<RealtimeEvent | null> {
    for (const { event, permissions, except } of deliveries) {
      if (except && mayRead(connection.actor(), except)) continue;
      if (isPublic(permissions) || (await mayReceive(connection, permissions))) return event;
    }
    return null;
  }

  async function send(change: SingleChange, moment: number, receivers: readonly Connection[]): Promise<void> {
    const deliveries = await Promise.all(
      asSeenByReaders(change).map(async (seen) => ({
        event: toRealtimeEvent(seen.change, config, moment),
        permissions: await permissionsOf(seen.change),
        except: seen.except,
      })),
    );
    let sentCount = 0;
    for (const connection of receivers) {
      const event = await findEvent(connection, deliveries);
      if (!event) continue;
      connection.send(event);
      sentCount += 1;
      if (sentCount % batchSize === 0) await setImmediate();
    }
  }

  /** Returns the events that the client may read. Looks up its session at most once. */
  async function findReadable(
    connection: Connection,
    gathered: readonly GatheredChange[],
  ): Promise<readonly GatheredChange[]> {
    const mayBeRead = gathered.filter(({ permissions }) => mayRead(connection.actor(), permissions));
    const restricted = mayBeRead.find(({ permissions }) => !isPublic(permissions));
    if (!restricted || (await mayReceive(connection, restricted.permissions))) return mayBeRead;
    return mayBeRead.filter(({ permissions }) => isPublic(permissions));
  }

  /**
   * Sends a change of many materials: one message to connections that gather changes (our own pages), and to all others
   * an event for each material, no faster than a client that reads can receive them.
   */
  async function sendTogether(
    changes: readonly MaterialChange[],
    moment: number,
    receivers: readonly Connection[],
  ): Promise<void> {
    const gathered = gatherChanges(changes, config.ids.databaseId);
    const others = receivers.filter((connection) => !connection.gathersChanges());
    let sentCount = 0;
    for (const connection of receivers) {
      if (!connection.gathersChanges()) continue;
      connection.sendGathered(await findReadable(connection, gathered));
      sentCount += 1;
      if (sentCount % batchSize === 0) await setImmediate();
    }
    if (others.length === 0) return;
    const deadline = performance.now() + patienceMs;
    for (const [index, change] of changes.entries()) {
      await send(change, moment, others);
      if (index % pacedEvents !== pacedEvents - 1) continue;
      await setImmediate();
      while (
        !hurrying.signal.aborted &&
        performance.now() < deadline &&
        others.some((connection) => connection.isBehind())
      )
        await sleep(pauseMs);
    }
  }

  return {
    send,
    sendTogether,
    /** Stops waiting for slow clients: the server stops. */
    hurry: () => hurrying.abort(),
  };
}

/** Makes our own pages reload their lists; for other clients there is no such message. */
export async function sendReload(receivers: readonly Connection[]): Promise<void> {
  for (const [index, connection] of receivers.entries()) {
    if (connection.gathersChanges()) connection.sendReload();
    if (index % batchSize === batchSize - 1) await setImmediate();
  }
}

/** Creates the check of permissions to read a change, including sessions that may have ended. */
function createReadership(services: Pick<Services, 'accounts' | 'files'>) {
  /**
   * Returns the permissions to read a changed object: for a material, its own current ones. Only administrators can
   * list files; others receive only what a published material shows of its file anyway (docs/decisions/0017).
   */
  async function permissionsOf(change: SingleChange): Promise<readonly string[]> {
    if (change.subject === 'material') return change.material.permissions;
    const { action, file } = change;
    const isShown = action === 'update' && (await services.files.isShown(file.id));
    return isShown ? file.permissions : [];
  }

  /** True if the connection belongs to a member who may read the change and whose session is still valid. */
  async function mayReceive(connection: Connection, permissions: readonly string[]): Promise<boolean> {
    const actor = connection.actor();
    if (!mayRead(actor, permissions)) return false;
    return services.accounts.getSession(actor, 'current').then(
      () => true,
      () => false,
    );
  }

  return { permissionsOf, mayReceive };
}
