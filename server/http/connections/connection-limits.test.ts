import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections, type ConnectionLimits } from './connection-limits.ts';
import { createRequestsInTurn } from './requests-in-turn.ts';

/** A server that never answers and accepts so many connections of one address. */
async function openServer(limits: ConnectionLimits, trusted = false) {
  const turns = createRequestsInTurn();
  let moment = 0;
  const server = createServer((request, response) => turns.take(request, response, () => undefined));
  limitConnections(server, { isTrusted: () => trusted, isIdle: turns.isIdle, limits, now: () => moment });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    pass: (ms: number) => void (moment += ms),
    /** A connection that the server has accepted, and what it did with it. */
    async open(from = '127.0.0.1'): Promise<Socket> {
      const taken = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined);
      await taken;
      return socket;
    },
    async ask(socket: Socket): Promise<void> {
      const asked = once(server, 'request');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await asked;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const few = { ofAddress: 3, inAll: 5, stalledMs: 1000, idleMs: 60_000 };

test('the connection of an address that was idle for longest is closed for a new one', async () => {
  await using world = await openServer(few);
  const [busy, idle, other] = [await world.open(), await world.open(), await world.open()];
  await world.ask(busy);
  await world.open();
  await once(idle, 'close');
  expect([busy.closed, other.closed]).toEqual([false, false]);
});

test('where all connections are busy the new one is closed, until one has stalled', async () => {
  await using world = await openServer(few);
  const busy = [await world.open(), await world.open(), await world.open()];
  for (const each of busy) await world.ask(each);
  await once(await world.open(), 'close');
  expect(busy.map(({ closed }) => closed)).toEqual([false, false, false]);
  world.pass(few.stalledMs);
  const kept = await world.open();
  await once(busy[0] as Socket, 'close');
  expect(kept.closed).toBe(false);
});

test('all addresses together have a limit too, and the address with most connections loses one', async () => {
  await using world = await openServer(few);
  const many = [await world.open(), await world.open(), await world.open()];
  const others = [await world.open('127.0.0.2'), await world.open('127.0.0.3')];
  await world.open('127.0.0.4');
  await once(many[0] as Socket, 'close');
  expect(others.map(({ closed }) => closed)).toEqual([false, false]);
});

test('a trusted proxy, behind which there are many visitors, has no limit of its own', async () => {
  await using world = await openServer({ ...few, inAll: 100 }, true);
  const many = [];
  for (let count = 0; count < 10; count += 1) many.push(await world.open());
  for (const each of many) await world.ask(each);
  expect(many.every(({ closed }) => !closed)).toBe(true);
});
