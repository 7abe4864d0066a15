import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { connectionLimits, limitConnections, type ConnectionLimits } from './connection-limits.ts';
import { createRequestsInTurn } from './requests-in-turn.ts';

const largeBytes = 32 * 1024 * 1024;

/**
 * Opens a server that responds to `/large` with a large body and never to other addresses, and a clock for its limits.
 */
async function openServer(limits: Partial<ConnectionLimits>, trusted = false) {
  const turns = createRequestsInTurn();
  let moment = 0;
  const server = createServer((request, response) =>
    turns.take(request, response, () => {
      if (request.url === '/large') response.end(Buffer.alloc(largeBytes));
      else if (request.method === 'POST') request.resume();
    }),
  );
  const connections = limitConnections(server, {
    isTrusted: () => trusted,
    awaitedOf: turns.awaitedOf,
    limits: { ...connectionLimits, ...few, ...limits },
    now: () => moment,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted: Socket[] = [];
  server.on('connection', (socket) => accepted.push(socket));
  return {
    server,
    /** Advances the clock by `ms`; each connection is measured every second. */
    pass(ms: number) {
      for (const end = moment + ms; moment < end; moment += 1000) connections.sweep();
      connections.sweep();
    },
    /** Opens a connection and waits until the server has accepted it. */
    async open(from = '127.0.0.1'): Promise<Socket> {
      const taken = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined);
      await taken;
      return socket;
    },
    async request(socket: Socket, head = 'GET / HTTP/1.1'): Promise<void> {
      const arrived = once(server, 'request');
      socket.write(`${head}\r\nhost: x\r\n\r\n`);
      await arrived;
    },
    /** Requests a large response and reads nothing, until the system's buffers are full. */
    async requestWithoutReading(socket: Socket): Promise<void> {
      socket.pause();
      await this.request(socket, 'GET /large HTTP/1.1');
      let seen = -1;
      await expect
        .poll(() => {
          const before = seen;
          const last = accepted.findLast((each) => each.writableLength > 0) as
            | (Socket & { _handle: Handle })
            | undefined;
          const { _handle: handle } = last ?? {};
          seen = handle?.writeQueueSize ?? -1;
          return seen > 0 && seen < largeBytes && seen === before;
        })
        .toBe(true);
    },
    /** Sends more data on the connection with this index, and waits until the server has received it. */
    async send(socket: Socket, index: number, text: string): Promise<void> {
      const before = accepted[index]?.bytesRead ?? 0;
      socket.write(text);
      await expect.poll(() => accepted[index]?.bytesRead).toBeGreaterThan(before);
    },
    isClosed: (index: number) => accepted[index]?.destroyed === true,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Handle = { writeQueueSize: number };

const few = { ofAddress: 3, inAll: 5 };

test('a new connection replaces the connection of its address that has been idle longest', async () => {
  await using world = await openServer({});
  const [busy, idle, other] = [await world.open(), await world.open(), await world.open()];
  await world.request(busy);
  await world.open();
  await once(idle, 'close');
  expect([busy.closed, other.closed]).toEqual([false, false]);
});

test('when the server works on all connections of an address, a new one is closed, even if the work takes long', async () => {
  await using world = await openServer({});
  const busy = [await world.open(), await world.open(), await world.open()];
  for (const each of busy) await world.request(each);
  world.pass(connectionLimits.idleMs * 3);
  await once(await world.open(), 'close');
  expect(busy.map(({ closed }) => closed)).toEqual([false, false, false]);
});

test('a new connection replaces the slowest reader of its address, even one that sends bytes of a next request', async () => {
  await using world = await openServer({});
  const [slow, busy, other] = [await world.open(), await world.open(), await world.open()];
  await world.requestWithoutReading(slow);
  await world.request(busy);
  await world.request(other);
  world.pass(5000);
  await world.send(slow, 0, 'GET / HT');
  await world.open();
  await expect.poll(() => world.isClosed(0)).toBe(true);
  expect([busy.closed, other.closed]).toEqual([false, false]);
});

test('of a flood from one site, few newcomers a second replace a client that makes progress', async () => {
  await using world = await openServer({});
  const unfinished = 'POST / HTTP/1.1\r\ncontent-length: 100';
  const open = async () => {
    const socket = await world.open();
    await world.request(socket, unfinished);
    return socket;
  };
  for (let count = 0; count < few.ofAddress; count += 1) await open();
  for (let count = 0; count < 32; count += 1) await open();
  await once(await world.open(), 'close');
  world.pass(1000);
  expect((await open()).closed).toBe(false);
});

test('of a flood from one site, every newcomer replaces a client that is stuck', async () => {
  await using world = await openServer({});
  const deaf = async () => world.requestWithoutReading(await world.open());
  for (let count = 0; count < few.ofAddress; count += 1) await deaf();
  world.pass(6000);
  for (let count = 0; count < few.ofAddress; count += 1)
    await world.request(await world.open(), 'POST / HTTP/1.1\r\ncontent-length: 100');
  for (let index = 0; index < few.ofAddress; index += 1)
    await expect.poll(() => world.isClosed(index), { message: `reader ${index}` }).toBe(true);
});

test('a newcomer of another site is accepted right after a flood of one site found nothing to replace', async () => {
  await using world = await openServer({ ofAddress: 5 });
  const busy = [];
  for (let count = 0; count < 5; count += 1) busy.push(await world.open());
  for (const each of busy) await world.request(each);
  await once(await world.open(), 'close');
  const newcomer = await world.open('127.0.0.2');
  await world.request(newcomer);
  expect(newcomer.closed).toBe(false);
});

test('all addresses together have a limit too, and the address with most connections loses one', async () => {
  await using world = await openServer({});
  const many = [await world.open(), await world.open(), await world.open()];
  const others = [await world.open('127.0.0.2'), await world.open('127.0.0.3')];
  await world.open('127.0.0.4');
  await once(many[0] as Socket, 'close');
  expect(others.map(({ closed }) => closed)).toEqual([false, false]);
});

test('a client of an address with few connections is served, even if the server works for all others', async () => {
  await using world = await openServer({});
  const many = [await world.open(), await world.open(), await world.open()];
  const others = [await world.open('127.0.0.2'), await world.open('127.0.0.2')];
  for (const each of [...many, ...others]) await world.request(each);
  const newcomer = await world.open('127.0.0.4');
  await world.request(newcomer);
  expect([newcomer.closed, ...others.map(({ closed }) => closed)]).toEqual([false, false, false]);
  await expect.poll(() => many.filter(({ closed }) => closed).length).toBe(1);
});

test('a client that does not read its response is disconnected after a time, even if it sends bytes', async () => {
  await using world = await openServer({ idleMs: 20_000 });
  const deaf = await world.open();
  await world.requestWithoutReading(deaf);
  world.pass(19_000);
  await world.send(deaf, 0, 'GET / HT');
  expect(world.isClosed(0)).toBe(false);
  world.pass(2000);
  expect(world.isClosed(0)).toBe(true);
});

test('a client that stops sending its body is disconnected after a time, and one that continues is not', async () => {
  await using world = await openServer({ idleMs: 20_000 });
  const [stopped, sending] = [await world.open(), await world.open()];
  for (const each of [stopped, sending]) await world.request(each, 'POST / HTTP/1.1\r\ncontent-length: 100');
  // The handler has begun to read.
  await new Promise((resolve) => setImmediate(resolve));
  world.pass(19_000);
  await world.send(sending, 1, '{');
  world.pass(2000);
  expect([world.isClosed(0), world.isClosed(1)]).toEqual([true, false]);
});

test('above the limit of unread bytes, a slow client of the address with the most connections is disconnected', async () => {
  await using world = await openServer({ unreadBytes: largeBytes * 2.5 });
  const [one, two] = [await world.open(), await world.open()];
  const other = await world.open('127.0.0.2');
  for (const each of [one, other]) await world.requestWithoutReading(each);
  world.pass(11_000);
  expect([0, 1, 2].map(world.isClosed)).toEqual([false, false, false]);
  await world.requestWithoutReading(two);
  world.pass(21_000);
  expect([0, 1, 2].map(world.isClosed)).toEqual([true, false, false]);
});

test('a trusted proxy, which forwards for many visitors, has no limit of its own', async () => {
  await using world = await openServer({ inAll: 100 }, true);
  const many = [];
  for (let count = 0; count < 10; count += 1) many.push(await world.open());
  for (const each of many) await world.request(each);
  expect(many.every(({ closed }) => !closed)).toBe(true);
});
