import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { api } from '#contract/addresses.ts';
import type { RealtimeErrorCode, ServerMessage } from '#contract/appwrite/realtime-messages.ts';
import type { Config } from '#server/config.ts';
import { baseHeaders } from '#server/http/responses/base-headers.ts';
import { createForwardedReader, siteOf } from '#server/http/requests/client-address.ts';
import { isKnownOrigin } from '#server/http/requests/cross-origin.ts';
import { createHostCheck } from '#server/http/connections/known-hosts.ts';
import { readCookieSecret } from '#server/http/requests/session-cookie.ts';
import type { Services } from '#server/services/services.ts';
import { readConnectAddress } from './connect-address.ts';
import { createConnection } from './connection.ts';
import { createConnectionCount } from './connection-count.ts';
import { createHub } from './hub.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { closeUnread } from './message-receiver.ts';
import { realtimeLimits, type RealtimeLimits } from './limits.ts';

/**
 * Opens realtime on a server: accepts websockets at its address, or refuses them with a reason. Checks the project, the
 * origin, the limits and the session, in this order.
 */
export function openRealtime(parts: {
  server: Server;
  services: Pick<Services, 'accounts' | 'files' | 'changes' | 'nodes'>;
  config: Pick<Config, 'ids' | 'publicUrl' | 'allowedOrigins' | 'trustedProxies'>;
  log: Logger;
  limits?: RealtimeLimits;
  /** Called with each accepted connection, which realtime's own limits count from now on. */
  onAccept?: (socket: Socket) => void;
}): { close(): Promise<void> } {
  const { server, services, config, log, limits = realtimeLimits, onAccept } = parts;
  const hub = createHub({ services, changes: services.changes, config, heartbeatMs: limits.heartbeatMs, log });
  const readAddress = createForwardedReader(config.trustedProxies);
  const checkHost = createHostCheck(config);
  const count = createConnectionCount(limits);
  const upgraded = createUpgradedSockets(limits.refusalMs);
  const memory = createMemoryBudget(limits);
  const sweeping = setInterval(memory.sweep, sweepMs).unref();
  const sockets = createWebSockets(limits);

  /** False if the connection was refused. */
  function accept(socket: WebSocket, request: IncomingMessage): boolean {
    const options = readConnectAddress(request.url ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    const site = siteOf(readAddress(request.socket.remoteAddress ?? '', forwarded?.toString()));
    const refusal = findRefusal(request, options.projectId, config) ?? (count.isFull(site) ? tooMany : null);
    if (refusal) {
      refuse(socket, request.socket, refusal);
      return false;
    }
    onAccept?.(request.socket);
    const connection = createConnection(socket, {
      accounts: services.accounts,
      stream: request.socket,
      site,
      memory,
      takeBytes: (bytes, ofConnection) => count.takeBytes(site, bytes, ofConnection),
      revision: () => services.changes.revision,
      limits,
      log,
    });
    const release = count.add(site, connection.terminate);
    socket.once('close', () => {
      release();
      hub.remove(connection);
    });
    hub.add(connection);
    void connection.begin(options, readCookieSecret(request.headers.cookie, config));
    return true;
  }

  const handleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has just removed its own listeners: without one, a connection reset by its peer would end the process.
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] === api.realtime()) {
      const keepOpen = upgraded.add(socket);
      if (checkHost(request) !== 'known') {
        refuseUpgrade(socket, '421 Misdirected Request');
        return;
      }
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        if (accept(accepted, request)) keepOpen();
      });
      return;
    }
    // In development, Vite listens as well, for the pages that reload themselves.
    if (server.listenerCount('upgrade') > 1) return;
    upgraded.add(socket);
    refuseUpgrade(socket, '404 Not Found');
  };
  server.on('upgrade', handleUpgrade);

  return {
    async close() {
      server.off('upgrade', handleUpgrade);
      clearInterval(sweeping);
      await hub.close();
      // `server.closeAllConnections` no longer knows them, and `server.close` waits for them.
      upgraded.destroy();
    },
  };
}

function createWebSockets(limits: RealtimeLimits): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    // Compression would cost each connection more memory than everything else together.
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    maxFragments: limits.messageFrames,
    maxBufferedChunks: limits.frameReads,
    closeTimeout: limits.refusalMs,
  };
  return new WebSocketServer(options);
}

/** Interval in which the memory of all connections is counted. */
const sweepMs = 1000;

type Refusal = { code: RealtimeErrorCode; message: string };

const tooMany: Refusal = { code: 1013, message: 'Too many connections. Please try again in a minute.' };

/** Returns the reason to refuse a connection before its first message; null if it is allowed. */
function findRefusal(
  { headers: { origin, host = '' } }: IncomingMessage,
  projectId: string | null,
  config: Pick<Config, 'ids' | 'publicUrl' | 'allowedOrigins'>,
): Refusal | null {
  if (projectId !== config.ids.projectId) return { code: 1008, message: 'Missing or unknown project ID' };
  if (origin !== undefined && !isKnownOrigin(origin, host, config))
    return { code: 1008, message: 'Connections from this origin are not allowed.' };
  return null;
}

/** Collects upgraded sockets, which Node no longer counts among the server's connections. */
function createUpgradedSockets(refusalMs: number) {
  const sockets = new Set<Duplex>();
  return {
    /**
     * Destroys a socket after `refusalMs`, even if its peer never closes, unless the returned function is called
     * before.
     */
    add(socket: Duplex): () => void {
      const timer = setTimeout(() => socket.destroy(), refusalMs).unref();
      sockets.add(socket);
      socket.once('close', () => {
        clearTimeout(timer);
        sockets.delete(socket);
      });
      return () => clearTimeout(timer);
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Responds to an upgrade request in plain HTTP. */
function refuseUpgrade(socket: Duplex, status: string): void {
  const headers = [...baseHeaders, ['Content-Length', '0'], ['Connection', 'close']];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  // Data that still arrives is discarded: left unread, it would hide that the peer has closed its side.
  socket.resume();
}

function refuse(socket: WebSocket, stream: Socket, data: Refusal): void {
  socket.on('error', () => undefined);
  socket.send(JSON.stringify({ type: 'error', data } satisfies ServerMessage));
  closeUnread(socket, stream, { code: data.code, reason: data.message });
}

/**
 * True if a request asks for a websocket and the server offers one; every other request is processed as usual. A HEAD
 * request is never upgraded: `ws` would refuse it with a body, which its client takes for a second response.
 */
export function asksForWebSocket(server: Server, request: IncomingMessage): boolean {
  const isAsked = request.headers.upgrade?.toLowerCase() === 'websocket' && request.method !== 'HEAD';
  return isAsked && server.listenerCount('upgrade') > 0;
}
