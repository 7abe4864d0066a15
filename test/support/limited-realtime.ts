import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import { realtimeLimits, type RealtimeLimits } from '#server/http/realtime/limits.ts';
import { asksForWebSocket, openRealtime } from '#server/http/realtime/open-realtime.ts';
import type { TestServer } from './server.ts';

/** Opens realtime for that server's services on a separate port, with other limits; trusts 127.0.0.1 as a proxy. */
export async function openLimited(
  { services }: Pick<TestServer, 'services'>,
  change: Partial<RealtimeLimits>,
): Promise<{
  url: string;
  lines: string[];
  server: Server;
  /** The accepted sockets, which the server's own limits no longer count. */
  accepted: Socket[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const server: Server = createServer({ shouldUpgradeCallback: (request) => asksForWebSocket(server, request) });
  const lines: string[] = [];
  const accepted: Socket[] = [];
  const realtime = openRealtime({
    server,
    services,
    config: {
      ids: services.site.ids,
      publicUrl: services.site.publicUrl,
      allowedOrigins: [],
      trustedProxies: ['127.0.0.1'],
    },
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    limits: { ...realtimeLimits, ...change },
    onAccept: (socket) => void accepted.push(socket),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    server,
    accepted,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      await realtime.close();
      await closed;
    },
    async [Symbol.asyncDispose]() {
      await realtime.close();
      server.close();
    },
  };
}
