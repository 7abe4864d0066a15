import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from './client-address.ts';

export type ConnectionLimits = {
  /** Open connections of one network address; a trusted proxy may have as many as there are in all. */
  ofAddress: number;
  inAll: number;
  /** After so long without a byte in either direction, a connection may be closed in favour of a new one, in ms. */
  stalledMs: number;
  /** After so long without a byte in either direction, a connection is closed in any case, in ms. */
  idleMs: number;
};

/**
 * A connection costs some 10 KB, and 128 KB while its headers arrive. One address may be a whole campus: 1,024 people
 * who download at the same time; connections that wait for their next request are closed first when the limit is
 * reached. Websockets have limits of their own (realtime/limits.ts). A phone that loses its network for a minute has to
 * send its request again.
 */
export const connectionLimits: ConnectionLimits = { ofAddress: 1024, inAll: 4096, stalledMs: 10_000, idleMs: 60_000 };

type Held = { socket: Socket; bytes: number; movedAt: number };

export type Connections = {
  /** Stops counting a connection that no longer carries plain HTTP. */
  release(socket: Socket): void;
};

/**
 * Limits the open connections of a server. When an address, or the server, has reached its limit, the connection that
 * has been idle for longest is closed in favour of the new one: one without a request, else one that has stalled. If
 * all are busy, the new one is closed. A connection without any traffic is closed after a time.
 */
export function limitConnections(
  server: Server,
  parts: {
    isTrusted: (address: string) => boolean;
    isIdle: (socket: Socket) => boolean;
    limits?: ConnectionLimits;
    now?: () => number;
  },
): Connections {
  const { isTrusted, isIdle, limits = connectionLimits, now = Date.now } = parts;
  const held = new Map<string, Map<Socket, Held>>();
  const ownerOf = new WeakMap<Socket, string>();
  let open = 0;
  // This includes connections on which an answer waits for a client that does not read.
  server.timeout = limits.idleMs;

  function release(socket: Socket): void {
    const owner = ownerOf.get(socket);
    const sockets = owner === undefined ? undefined : held.get(owner);
    if (owner === undefined || !sockets?.delete(socket)) return;
    open -= 1;
    if (sockets.size === 0) held.delete(owner);
  }

  /** Closes the connection that has been idle for longest, if there is any. */
  function giveWay(sockets: Iterable<Held>): boolean {
    let stalled: Held | null = null;
    for (const each of sockets) {
      if (isIdle(each.socket)) return close(each);
      const bytes = each.socket.bytesRead + each.socket.bytesWritten - each.socket.writableLength;
      if (bytes !== each.bytes) Object.assign(each, { bytes, movedAt: now() });
      else if (now() - each.movedAt >= limits.stalledMs) stalled ??= each;
    }
    return stalled !== null && close(stalled);
  }

  function close({ socket }: Held): true {
    release(socket);
    socket.destroy();
    return true;
  }

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const owner = networkOf(address);
    const own = held.get(owner);
    const isOwnFull = !isTrusted(address) && (own?.size ?? 0) >= limits.ofAddress;
    if (isOwnFull && !giveWay(own?.values() ?? [])) {
      socket.destroy();
      return;
    }
    if (open >= limits.inAll) {
      const [largest] = [...held.values()].sort((one, other) => other.size - one.size);
      if (!giveWay(largest?.values() ?? [])) {
        socket.destroy();
        return;
      }
    }
    const sockets = held.get(owner) ?? new Map<Socket, Held>();
    held.set(owner, sockets.set(socket, { socket, bytes: -1, movedAt: now() }));
    ownerOf.set(socket, owner);
    open += 1;
    socket.once('close', () => release(socket));
  });

  return { release };
}
