import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openLimited } from '#test/support/limited-realtime.ts';
import { listenAt, subscribeAt } from '#test/support/realtime.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

/**
 * Tests the limits of realtime against clients that try to evade them: with parts of messages, pings, or many
 * connections.
 */

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

type Limited = Awaited<ReturnType<typeof openLimited>>;

/** Opens a websocket whose every byte the test writes itself; also returns the server's side of it. */
async function openRaw({ url, accepted }: Limited): Promise<{ peer: Socket; ours: Socket }> {
  const { hostname, port, host } = new URL(url);
  const peer = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
  onTestFinished(() => void peer.destroy());
  const head = [
    'GET /v1/realtime?project=examshelf HTTP/1.1',
    `host: ${host}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  peer.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(peer, 'data');
  const ours = accepted.at(-1);
  if (!ours) throw new Error('the websocket was not accepted');
  return { peer, ours };
}

test('the parts of an incomplete message count towards the memory of a site, even with pongs between them', async () => {
  await using limited = await openLimited(server, { heldBytesPerAddress: 40_000 });
  using listener = await listenAt(limited.url);
  await listener.next();
  for (let count = 0; count < 4; count += 1) {
    listener.socket.send('x'.repeat(15_000), { fin: false });
    listener.socket.pong();
  }
  expect((await listener.closed).code).toBe(1006);
});

test('the beginning of a message counts even if it arrived together with the end of another one', async () => {
  await using limited = await openLimited(server, { heldBytesPerAddress: 40_000 });
  using listener = await listenAt(limited.url);
  await listener.next();
  listener.say({ type: 'ping' });
  listener.socket.send('x'.repeat(50_000), { fin: false });
  expect((await listener.closed).code).toBe(1006);
});

test('messages without a response yet count towards the memory of a site', async () => {
  const accounts = { ...server.services.accounts, identify: () => new Promise<never>(() => undefined) };
  const services = { ...server.services, accounts };
  await using limited = await openLimited({ services }, { heldBytesPerAddress: 40_000 });
  using listener = await listenAt(limited.url);
  for (let count = 0; count < 5; count += 1) listener.say('x'.repeat(15_000));
  expect((await listener.closed).code).toBe(1006);
});

test('a message in more frames than allowed closes its connection', async () => {
  await using limited = await openLimited(server, { messageFrames: 4 });
  using listener = await listenAt(limited.url);
  await listener.next();
  for (let count = 0; count < 5; count += 1) listener.socket.send('x', { fin: false });
  expect((await listener.closed).code).toBe(1008);
});

test('a frame that arrives in more reads of the socket than allowed closes its connection', async () => {
  await using limited = await openLimited(server, { frameReads: 4, refusalMs: 50 });
  const { peer, ours } = await openRaw(limited);
  const closed = once(ours, 'close');
  // The head of a masked text frame of 30,000 bytes, and then one byte at a time.
  for (const bytes of [Buffer.from([0x81, 0xfe, 0x75, 0x30, 0, 0, 0, 0]), 'a', 'b', 'c', 'd', 'e']) {
    const arrived = once(ours, 'data');
    peer.write(bytes);
    await arrived;
  }
  await closed;
  expect(ours.destroyed).toBe(true);
});

test.each(['ping', 'pong'] as const)('bytes in %ss count towards the limit of a minute', async (kind) => {
  await using limited = await openLimited(server, { messageBytesPerMinute: 1000, refusalMs: 600_000 });
  using many = await listenAt(limited.url);
  await many.next();
  for (let count = 0; count < 20; count += 1) many.socket[kind]('x'.repeat(100));
  expect((await many.closed).code).toBe(1013);
});

test.each([
  ['that sent too much', { messageBytesPerMinute: 1000 }],
  ['too many', { connectsPerMinute: 1 }],
] as const)('of a connection %s no more is read once it is closed', async (_, limits) => {
  await using limited = await openLimited(server, { ...limits, refusalMs: 600_000 });
  const sockets: Socket[] = [];
  limited.server.on('connection', (socket) => sockets.push(socket));
  await openRaw(limited);
  const { peer } = await openRaw(limited);
  const ours = sockets.at(-1)!;
  const ended = once(peer, 'end');
  peer.resume();
  // Masked text frames of 30,000 bytes.
  const frame = Buffer.concat([Buffer.from([0x81, 0xfe, 0x75, 0x30, 0, 0, 0, 0]), Buffer.alloc(30_000, 'a')]);
  for (let count = 0; count < 2000; count += 1) peer.write(frame);
  await ended;
  await new Promise((resolve) => setImmediate(resolve));
  expect([ours.isPaused(), ours.bytesRead < 1_000_000, ours.destroyed]).toEqual([true, true, false]);
});

test('a client that does not respond to the closing handshake is disconnected', { timeout: 15_000 }, async () => {
  await using limited = await openLimited(server, { messageBytesPerMinute: 1000, refusalMs: 50 });
  using listener = await listenAt(limited.url);
  await listener.next();
  const ours = limited.accepted[0] as Socket;
  const closed = once(ours, 'close');
  listener.socket.pause();
  listener.say('x'.repeat(2000));
  await closed;
  expect(ours.destroyed).toBe(true);
});

test('one connection cannot use up the subscription memory of other connections of its network', async () => {
  await using limited = await openLimited(server, { heldBytesPerAddress: 20_000 });
  const channels = (count: number) =>
    Array.from({ length: count }, (_, index) => `documents.${'x'.repeat(100)}${index}`);
  using greedy = await subscribeAt(limited.url, channels(50));
  const others = [];
  for (let count = 0; count < 30; count += 1) others.push(await subscribeAt(limited.url, channels(1)));
  expect((await greedy.closed).code).toBe(1006);
  expect(others.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
  for (const other of others) other[Symbol.dispose]();
});

test('when a network sends more bytes in a minute than allowed, its connections below an equal share stay open', async () => {
  await using limited = await openLimited(server, {
    messageBytesPerMinutePerAddress: 10_000,
    connectionsPerAddress: 10,
  });
  using loud = await listenAt(limited.url);
  using quiet = await listenAt(limited.url);
  for (const listener of [loud, quiet]) await listener.next();
  loud.say('x'.repeat(11_000));
  expect((await loud.closed).code).toBe(1013);
  expect(await quiet.settle()).toEqual([]);
  using late = await listenAt(limited.url);
  expect((await late.next()).type).toBe('connected');
  expect(await late.settle()).toEqual([]);
  late.say('x'.repeat(2000));
  expect((await late.closed).code).toBe(1013);
});

test('at the connection limit, a new connection replaces one of the site with the most, or is refused if none has more', async () => {
  await using limited = await openLimited(server, { connections: 3 });
  const open = async (from: string) => {
    const listener = await listenAt(limited.url, { from });
    onTestFinished(() => listener.socket.terminate());
    return { listener, first: await listener.next() };
  };
  // Two networks of one IPv6 site, which one customer may have.
  const [oldest, second, other] = [
    await open('2001:db8:1:1::1'),
    await open('2001:db8:1:2::1'),
    await open('192.0.2.1'),
  ];
  const newcomer = await open('192.0.2.2');
  expect(newcomer.first.type).toBe('connected');
  expect((await oldest.listener.closed).code).toBe(1006);
  expect([second, other].map(({ listener }) => listener.socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  expect((await open('192.0.2.3')).first.data.code).toBe(1013);
  // The slot of the connection that was ended counts once.
  newcomer.listener.socket.close();
  await expect.poll(async () => (await open('192.0.2.4')).first.type).toBe('connected');
  expect((await open('192.0.2.5')).first.data.code).toBe(1013);
});

test('a client that never completes a message is disconnected, and one that completes some is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await using limited = await openLimited(server, { incompleteMs: 60_000, heartbeatMs: 1e9 });
  using stopped = await listenAt(limited.url);
  using sending = await listenAt(limited.url);
  await Promise.all([stopped.next(), sending.next()]);
  const before = limited.accepted.map(({ bytesRead }) => bytesRead);
  for (const { socket } of [stopped, sending]) socket.send('begun', { fin: false });
  const haveArrived = () => limited.accepted.every(({ bytesRead }, index) => bytesRead > (before[index] ?? 0));
  await expect.poll(haveArrived).toBe(true);
  vi.advanceTimersByTime(59_000);
  sending.socket.send('ended', { fin: true });
  sending.socket.send('begun', { fin: false });
  expect((await sending.next()).data.code).toBe(1003);
  vi.advanceTimersByTime(2000);
  expect((await stopped.closed).code).toBe(1006);
  expect(sending.socket.readyState).toBe(WebSocket.OPEN);
  vi.advanceTimersByTime(60_000);
  expect((await sending.closed).code).toBe(1006);
});

test('a closed connection frees the memory of its subscriptions', async () => {
  await using limited = await openLimited(server, { heldBytesPerAddress: 20_000 });
  const channels = Array.from({ length: 50 }, (_, index) => `documents.${'x'.repeat(100)}${index}`);
  for (let times = 0; times < 3; times += 1) {
    using listener = await subscribeAt(limited.url, channels);
    const closed = once(limited.accepted.at(-1) as Socket, 'close');
    listener.socket.close();
    await closed;
  }
  expect(limited.accepted).toHaveLength(3);
});
