import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * State of a connection. `pass`: passes everything on; `hang`: connections stay open, but nothing passes, now or later;
 * `refuse`: new and open connections are closed; `slow`: the server's bytes are delayed.
 */
export type LineMode = 'pass' | 'hang' | 'refuse' | 'slow';

/** A connection to a server that a test may cut, slow down or let hang. */
export type UnreliableLine = {
  url: string;
  /** Target of requests from now on. */
  target: string;
  /** Called with the clients' bytes. Returns true to cut the connection; these bytes are then lost. */
  watch: (sent: string) => boolean;
  /** Changes the state of connections, including open ones. */
  enter(mode: LineMode): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Delay of the server's bytes on a slow connection. */
const slowMs = 1500;

/** Passes connections on to the target. If the target can't be reached, cuts them. */
export async function openUnreliableLine(target: string): Promise<UnreliableLine> {
  const open = new Set<Socket>();
  /** Connections that have lost bytes, so that nothing may pass on them again. */
  const hanging = new WeakSet<Socket>();
  let mode: LineMode = 'pass';
  const line: UnreliableLine = {
    url: '',
    target,
    watch: () => false,
    enter(next) {
      mode = next;
      if (next === 'refuse') for (const socket of open) socket.destroy();
      if (next === 'hang') for (const socket of open) hanging.add(socket);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((client) => {
    if (mode === 'refuse') return client.destroy();
    const { hostname, port } = new URL(line.target);
    const behind = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) {
      if (mode === 'hang') hanging.add(socket);
      open.add(socket);
      socket.on('error', cut).once('close', () => {
        open.delete(socket);
        cut();
      });
    }
    client.on('data', (bytes) => {
      if (line.watch(bytes.toString('latin1'))) cut();
      else if (!hanging.has(client)) behind.write(bytes);
    });
    behind.on('data', (bytes) => {
      if (hanging.has(client)) return;
      if (mode === 'slow') setTimeout(() => client.write(bytes), slowMs);
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}
