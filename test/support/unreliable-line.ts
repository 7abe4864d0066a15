import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server that a test may cut. */
export type UnreliableLine = {
  url: string;
  /** Where requests go from now on. */
  target: string;
  /** Called with what clients send; returning true cuts the connection, and what was sent is lost. */
  watch: (sent: string) => boolean;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Passes connections on to the target. A target that does not answer cuts them. */
export async function openUnreliableLine(target: string): Promise<UnreliableLine> {
  const open = new Set<Socket>();
  const line: UnreliableLine = {
    url: '',
    target,
    watch: () => false,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((client) => {
    const { hostname, port } = new URL(line.target);
    const behind = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on('error', cut).once('close', () => {
        open.delete(socket);
        cut();
      });
    }
    client.on('data', (bytes) => {
      if (line.watch(bytes.toString('latin1'))) cut();
      else behind.write(bytes);
    });
    behind.on('data', (bytes) => client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}
