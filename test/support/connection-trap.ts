import { createServer, type AddressInfo } from 'node:net';

export type ConnectionTrap = { url: string; connections: number; [Symbol.asyncDispose](): Promise<void> };

/** A server that only counts who connects to it: a page that must not reach the network is given its address. */
export async function openConnectionTrap(): Promise<ConnectionTrap> {
  const server = createServer((socket) => {
    trap.connections += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const trap: ConnectionTrap = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: 0,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return trap;
}
