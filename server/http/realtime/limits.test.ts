import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openLimited } from '#test/support/limited-realtime.ts';
import { listenAt, subscribeAt } from '#test/support/realtime.ts';
import { openRealtimeShelf } from '#test/support/realtime-shelf.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test('more connections than an address may have are refused with 1013', async () => {
  await using limited = await openLimited(server, { connectionsPerAddress: 2 });
  using first = await listenAt(limited.url);
  using second = await listenAt(limited.url);
  expect([(await first.next()).type, (await second.next()).type]).toEqual(['connected', 'connected']);
  using third = await listenAt(limited.url);
  expect((await third.next()).data.code).toBe(1013);
  expect((await third.closed).code).toBe(1013);
  first.socket.close();
  await first.closed;
  await expect
    .poll(async () => {
      using fourth = await listenAt(limited.url);
      return (await fourth.next()).type;
    })
    .toBe('connected');
});

test('more connects in a minute than allowed, and more messages than allowed, are refused with 1013', async () => {
  await using limited = await openLimited(server, { connectsPerMinute: 1, messagesPerMinute: 2 });
  using listener = await listenAt(limited.url);
  await listener.next();
  for (let count = 0; count < 4; count += 1) listener.say({ type: 'ping' });
  expect([await listener.next(), await listener.next()].map(({ type }) => type).sort()).toEqual(['error', 'pong']);
  expect((await listener.next()).type).toBe('pong');
  using late = await listenAt(limited.url);
  expect((await late.next()).data.code).toBe(1013);
  for (let count = 0; count < 20; count += 1) listener.say({ type: 'ping' });
  expect((await listener.closed).code).toBe(1006);
});

test('a message that is too large closes its connection', async () => {
  using listener = await listenAt(server.url);
  listener.say('x'.repeat(70_000));
  expect((await listener.closed).code).toBe(1009);
});

test('more subscriptions than allowed are refused with 1013 and change nothing', async () => {
  using listener = await listenAt(server.url);
  await listener.next();
  const data = Array.from({ length: 101 }, (_, index) => ({ subscriptionId: `s${index}`, channels: ['documents'] }));
  listener.say({ type: 'subscribe', data });
  expect((await listener.next()).data.code).toBe(1013);
  expect(await listener.settle()).toEqual([]);
});

test.each([
  ['A', (name: string) => `&channels[]=${name}`],
  [
    'B',
    (name: string) => `&channels[]=${name}&${name}[0][]=${encodeURIComponent('{"method":"select","values":["*"]}')}`,
  ],
])(
  'an address of dialect %s with too many channels is refused with 1013: the error first, then the close',
  async (_, write) => {
    await using server = await openTestServer();
    const words = (count: number) =>
      Array.from({ length: count }, (_each, index) => write(`documents.x${index}`)).join('');
    using enough = await listenAt(server.url, { words: words(1000) });
    expect((await enough.next()).data.channels).toHaveLength(1000);
    using tooMany = await listenAt(server.url, { words: words(1001) });
    expect(await tooMany.next()).toEqual({
      type: 'error',
      data: { code: 1013, message: expect.stringContaining('1000 channels') },
    });
    expect((await tooMany.closed).code).toBe(1013);
  },
);

test('a client that never reads is disconnected, and the others still receive everything', async () => {
  await using shelf = await openRealtimeShelf();
  await using limited = await openLimited(shelf.server, { waitingBytes: 20_000 });
  using good = await subscribeAt(limited.url, ['documents']);
  using deaf = await subscribeAt(limited.url, ['documents']);
  deaf.socket.pause();
  const document = await shelf.publish('p1');
  const material = await shelf.server.services.materials.get({ role: 'visitor' }, 'paper', 'p1');
  expect((await good.next()).data.payload).toEqual(document);
  // Until the system's buffers for a reader are full, and 20 kB more.
  const wasDropped = () => limited.lines.some((line) => line.includes('stopped reading'));
  for (let rounds = 0; !wasDropped() && rounds < 1000; rounds += 1) {
    for (let count = 0; count < 50; count += 1)
      shelf.server.services.changes.tell({ subject: 'material', action: 'update', material, before: material });
    for (let count = 0; count < 50; count += 1) expect((await good.next()).data.payload.$id).toBe('p1');
  }
  expect(wasDropped()).toBe(true);
  deaf.socket.resume();
  expect((await deaf.closed).code).toBe(1006);
  expect(await good.settle()).toEqual([]);
});

test('a client that leaves messages unread is disconnected after a time, even if it sends messages', async () => {
  await using shelf = await openRealtimeShelf();
  await using limited = await openLimited(shelf.server, { unreadMs: 1, waitingBytes: 1e9, heldBytesPerAddress: 1e9 });
  using good = await subscribeAt(limited.url, ['documents']);
  using deaf = await subscribeAt(limited.url, ['documents']);
  deaf.socket.pause();
  await shelf.publish('p1');
  const material = await shelf.server.services.materials.get({ role: 'visitor' }, 'paper', 'p1');
  await good.next();
  const wasDropped = () => limited.lines.some((line) => line.includes('its client has stopped reading'));
  // Until the buffers of the system are full.
  for (let rounds = 0; !wasDropped() && rounds < 1000; rounds += 1) {
    for (let count = 0; count < 50; count += 1)
      shelf.server.services.changes.tell({ subject: 'material', action: 'update', material, before: material });
    for (let count = 0; count < 50; count += 1) await good.next();
    deaf.socket.pong();
  }
  await expect.poll(wasDropped).toBe(true);
  expect(good.socket.readyState).toBe(WebSocket.OPEN);
});

test('the subscriptions and unfinished messages of an address are limited', async () => {
  await using limited = await openLimited(server, { heldBytesPerAddress: 20_000 });
  const long = (id: string) => [{ subscriptionId: id, channels: [`documents.${'x'.repeat(200)}`] }];
  const say = async (data: object[]) => {
    const listener = await listenAt(limited.url);
    await listener.next();
    listener.say({ type: 'subscribe', data });
    return { listener, response: await listener.next() };
  };
  const all = [];
  for (let count = 0; count < 50; count += 1) {
    all.push(await say(long(`s${count}`)));
    if (all.at(-1)?.response.type === 'error') break;
  }
  expect(all.at(-1)?.response.data).toEqual({ code: 1013, message: expect.stringContaining('from your network') });
  expect(all.length).toBeGreaterThan(10);
  for (const { listener } of all) listener[Symbol.dispose]();
});

test('the response to a long message names the subscriptions only by their ids', async () => {
  using listener = await listenAt(server.url);
  await listener.next();
  const data = [
    {
      subscriptionId: 's1',
      channels: Array.from({ length: 100 }, (_, index) => `documents.${'x'.repeat(50)}${index}`),
    },
  ];
  listener.say({ type: 'subscribe', data });
  expect((await listener.next()).data).toEqual({
    to: 'subscribe',
    success: true,
    subscriptions: [{ subscriptionId: 's1' }],
  });
});

test('a connection that sends more bytes in a minute than allowed is closed', async () => {
  await using limited = await openLimited(server, { messageBytesPerMinute: 1000 });
  using listener = await listenAt(limited.url);
  await listener.next();
  listener.say({ type: 'authentication', data: { session: 'x'.repeat(500) } });
  expect((await listener.next()).type).toBe('response');
  listener.say({ type: 'authentication', data: { session: 'x'.repeat(500) } });
  expect((await listener.closed).code).toBe(1013);
});

test('a client that does not respond to pings is disconnected, and one that does is not', async () => {
  await using limited = await openLimited(server, { heartbeatMs: 250 });
  using quiet = await listenAt(limited.url);
  const dead = new WebSocket(`${limited.url.replace('http', 'ws')}/v1/realtime?project=examshelf`, { autoPong: false });
  const [code] = await once(dead, 'close');
  expect(code).toBe(1006);
  expect(quiet.socket.readyState).toBe(WebSocket.OPEN);
});
