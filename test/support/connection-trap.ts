import { createServer, type AddressInfo, type Socket } from 'node:net';

export type ConnectionTrap = {
  url: string;
  connections: number;
  /** Number of connections that sent something. */
  requests: number;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Opens a server that only counts connections: its address is used in pages that must not reach the network. */
export async function openConnectionTrap(): Promise<ConnectionTrap> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    trap.connections += 1;
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    socket.once('data', () => {
      trap.requests += 1;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const trap: ConnectionTrap = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: 0,
    requests: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return trap;
}
