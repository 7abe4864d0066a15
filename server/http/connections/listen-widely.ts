import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Server } from 'node:net';

/**
 * Number of sockets on the port. Node accepts one new connection per socket each time that it polls. If it processes a
 * thousand requests between two polls (100 ms), 1,000 new visitors are accepted after eight polls with 128 sockets,
 * after 32 polls with 32, and after minutes with one.
 */
const listeners = 128;

/**
 * Listens on a port with several sockets if the system supports it (Linux), else with one. The port must be free:
 * throws the error of the first socket, such as `EADDRINUSE`. Returns the port, and the additional sockets, which must
 * be closed with the server.
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
