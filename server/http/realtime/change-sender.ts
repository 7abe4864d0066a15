import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isPublic, mayRead, readersOf } from '#contract/permissions.ts';
import type { MaterialChange, SingleChange } from '#server/changes.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { Connection } from './connection.ts';
import { gatherChanges, type GatheredChange } from './gathered-changes.ts';
import { toRealtimeEvent, type RealtimeEvent } from './realtime-event.ts';

/** An event, and who receives it: those who may read with `permissions` and not with `except`. */
type Delivery = { event: RealtimeEvent; permissions: readonly string[]; except: readonly string[] | null };

/**
 * The change as its readers see it: when those who may read a material change, it is deleted for the ones who could read
 * it before, and created for the ones who could not.
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

/** After so many connections, sending an event pauses to let other work of the thread run. */
const batchSize = 500;
/** Of a change of many materials, after so many events it is looked whether clients can follow: some 150 kB. */
const pacedEvents = 50;
const pauseMs = 10;
/** So long in all, clients that read slowly are given time; then they are disconnected as after any other event. */
const patienceMs = 10_000;
/** Sends changes to those connections that may read them. */
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

  /** Those that the client may read, whose session is looked up at most once. */
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
   * Sends what became of many materials: one message to the connections that gather changes, which are those of our own
   * pages, and an event for each material to all others, no faster than those who read at all can read.
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
    /** Gives nobody time any more: the server stops. */
    hurry: () => hurrying.abort(),
  };
}

/** Lets our own pages load their lists again; other clients have no message for that. */
export async function sendReload(receivers: readonly Connection[]): Promise<void> {
  for (const [index, connection] of receivers.entries()) {
    if (connection.gathersChanges()) connection.sendReload();
    if (index % batchSize === batchSize - 1) await setImmediate();
  }
}

/** Who may read a change, and whether they still may. */
function createReadership(services: Pick<Services, 'accounts' | 'files'>) {
  /**
   * Who may read what changed, as permissions: a material's own, as they now are. Only administrators can list files;
   * others receive no more of a file than a published material shows of it anyway
   * (docs/decisions/0017).
   */
  async function permissionsOf(change: SingleChange): Promise<readonly string[]> {
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

  return { permissionsOf, mayReceive };
}
