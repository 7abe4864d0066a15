import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { api } from '#contract/addresses.ts';
import type { RealtimeErrorCode, ServerMessage } from '#contract/appwrite/realtime-messages.ts';
import type { Config } from '#server/config.ts';
import { baseHeaders } from '#server/http/answers/base-headers.ts';
import { createForwardedReader, networkOf } from '#server/http/connections/client-address.ts';
import { isKnownOrigin } from '#server/http/appwrite/cross-origin.ts';
import { createHostCheck } from '#server/http/connections/known-hosts.ts';
import { createRateLimit } from '#server/http/load/rate-limit.ts';
import { readCookieSecret } from '#server/http/appwrite/session.ts';
import type { Services } from '#server/services.ts';
import { readConnectAddress } from './connect-address.ts';
import { createConnection } from './connection.ts';
import { createHub } from './hub.ts';
import { realtimeLimits, type RealtimeLimits } from './limits.ts';

/**
 * Opens realtime on a server: accepts websockets at its address, or refuses them with a reason; checks project, origin,
 * limits and session in this order.
 */
export function openRealtime(parts: {
  server: Server;
  services: Pick<Services, 'accounts' | 'files' | 'changes'>;
  config: Pick<Config, 'ids' | 'publicUrl' | 'allowedOrigins' | 'trustedProxies'>;
  log: Logger;
  limits?: RealtimeLimits;
  /** Told of each connection that realtime's own limits count from now on. */
  onLetIn?: (socket: Socket) => void;
}): { close(): Promise<void> } {
  const { server, services, config, log, limits = realtimeLimits, onLetIn } = parts;
  const hub = createHub({ services, changes: services.changes, config, heartbeatMs: limits.heartbeatMs, log });
  const readAddress = createForwardedReader(config.trustedProxies);
  const connects = createRateLimit({ limit: limits.connectsPerMinute, windowMs: 60_000, now: Date.now });
  const checkHost = createHostCheck(config);
  const openOf = new Map<string, number>();
  let open = 0;
  const upgraded = new Set<Duplex>();
  // Compression would cost each connection more memory than everything else together.
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
  });

  /** What speaks against letting somebody in; null when nothing does. */
  function findRefusal(
    request: IncomingMessage,
    projectId: string | null,
    address: string,
  ): { code: RealtimeErrorCode; message: string } | null {
    const { origin, host = '' } = request.headers;
    if (projectId !== config.ids.projectId) return { code: 1008, message: 'Missing or unknown project ID' };
    if (origin !== undefined && !isKnownOrigin(origin, host, config))
      return { code: 1008, message: 'Connections from this origin are not allowed.' };
    const isFull = open >= limits.connections || (openOf.get(address) ?? 0) >= limits.connectionsPerAddress;
    if (isFull || connects.take(address).isExceeded)
      return { code: 1013, message: 'Too many connections. Please try again in a minute.' };
    return null;
  }

  /** False when the connection was refused. */
  function letIn(socket: WebSocket, request: IncomingMessage): boolean {
    const options = readConnectAddress(request.url ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    const address = networkOf(readAddress(request.socket.remoteAddress ?? '', forwarded?.toString()));
    const refusal = findRefusal(request, options.projectId, address);
    if (refusal) {
      refuse(socket, refusal);
      return false;
    }
    onLetIn?.(request.socket);
    open += 1;
    openOf.set(address, (openOf.get(address) ?? 0) + 1);
    const connection = createConnection(socket, {
      accounts: services.accounts,
      revision: () => services.changes.revision,
      limits,
      log,
    });
    socket.once('close', () => {
      open -= 1;
      const left = (openOf.get(address) ?? 1) - 1;
      if (left > 0) openOf.set(address, left);
      else openOf.delete(address);
      hub.remove(connection);
    });
    hub.add(connection);
    void connection.begin(options, readCookieSecret(request.headers.cookie, config.ids.projectId));
    return true;
  }

  /** Ends a socket after `refusalMs`, whatever its peer does, unless the function it returns is called. */
  function endSoon(socket: Duplex): () => void {
    const timer = setTimeout(() => socket.destroy(), limits.refusalMs).unref();
    upgraded.add(socket);
    socket.once('close', () => {
      clearTimeout(timer);
      upgraded.delete(socket);
    });
    return () => clearTimeout(timer);
  }

  const handleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has just removed its own listeners: without one, a connection reset by its peer would end the process.
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] === api.realtime()) {
      const stay = endSoon(socket);
      if (checkHost(request) !== 'known') {
        refuseUpgrade(socket, '421 Misdirected Request');
        return;
      }
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        if (letIn(accepted, request)) stay();
      });
      return;
    }
    // In development somebody else listens as well, for the pages that reload themselves.
    if (server.listenerCount('upgrade') > 1) return;
    endSoon(socket);
    refuseUpgrade(socket, '404 Not Found');
  };
  server.on('upgrade', handleUpgrade);

  return {
    async close() {
      server.off('upgrade', handleUpgrade);
      await hub.close();
      // `server.closeAllConnections` does not know them any more, and `server.close` waits for them.
      for (const socket of upgraded) socket.destroy();
    },
  };
}

/** Answers an upgrade request in plain HTTP. */
function refuseUpgrade(socket: Duplex, status: string): void {
  const headers = [...baseHeaders, ['Content-Length', '0'], ['Connection', 'close']];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  // Whatever still comes is dropped; unread, it would hide that the peer has closed its side.
  socket.resume();
}

function refuse(socket: WebSocket, data: { code: RealtimeErrorCode; message: string }): void {
  socket.on('error', () => undefined);
  socket.send(JSON.stringify({ type: 'error', data } satisfies ServerMessage));
  socket.close(data.code, data.message);
}

/**
 * Whether a request asks for a websocket and somebody is there to give it; everything else is answered as usual. HEAD is
 * such a request too: `ws` would refuse it with a body, which its client takes for a second answer.
 */
export function asksForWebSocket(server: Server, request: IncomingMessage): boolean {
  const isAsked = request.headers.upgrade?.toLowerCase() === 'websocket' && request.method !== 'HEAD';
  return isAsked && server.listenerCount('upgrade') > 0;
}
