import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Server } from 'node:net';

/**
 * Node accepts one new connection of a listening socket each time that it polls. Several sockets on one port accept as
 * many. While a thousand others are processed between two polls (100 ms), 1,000 new visitors are accepted after eight
 * polls; with 32 sockets it would take 32 polls, with one they would wait for minutes.
 */
const listeners = 128;

/**
 * Listens on a port with several sockets if the system supports it (Linux), else with one. The port must be free: an
 * error of the first socket, such as `EADDRINUSE`, is thrown. Returns the port, and the sockets besides the server's own,
 * which must be closed with it.
 */
export async function listenWidely(
  server: HttpServer,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; others: Server[] }> {
  // Sockets that share a port would share it with another program too, so the port is tried without sharing first.
  if (port !== 0) await close(await listen(createServer(), { port, host }));
  const isShared = await listen(server, { port, host, reusePort: true }).then(
    () => true,
    () => false,
  );
  if (!isShared) await listen(server, { port, host });
  const found = (server.address() as AddressInfo).port;
  if (!isShared) return { port: found, others: [] };
  const others = Array.from({ length: listeners - 1 }, () =>
    createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(others.map((each) => listen(each, { port: found, host, reusePort: true })));
  return { port: found, others };
}

function listen<Listener extends Server>(
  server: Listener,
  options: { port: number; host: string; reusePort?: boolean },
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
