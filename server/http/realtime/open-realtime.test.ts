import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openLibrarian } from '#test/support/library.ts';
import { listenAt, subscribeAt, type Heard } from '#test/support/realtime.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { realtimeLimits, type RealtimeLimits } from './limits.ts';
import { asksForWebSocket, openRealtime } from './open-realtime.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const papers = '/databases/library/collections/papers/documents';

/** A server with one stored file to publish. */
async function openShelf(settings: Record<string, string> = {}) {
  const server = await openTestServer({ settings });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('paper.pdf', Buffer.from(smallPdf), 'paper-file');
  const publish = (id: string, year = 2080) =>
    librarian.publish('paper', { ...place, title: `Paper ${id}`, year, fileId: 'paper-file' }, id);
  return { server, librarian, publish, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Realtime of that server's services on a port of its own, with other limits. */
async function openLimited(
  { services }: TestServer,
  change: Partial<RealtimeLimits>,
): Promise<{
  url: string;
  lines: string[];
  server: Server;
  /** The sockets that the server's own limits no longer count. */
  accepted: Socket[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const server: Server = createServer({ shouldUpgradeCallback: (request) => asksForWebSocket(server, request) });
  const lines: string[] = [];
  const accepted: Socket[] = [];
  const realtime = openRealtime({
    server,
    services,
    config: { ids: services.site.ids, publicUrl: services.site.publicUrl, allowedOrigins: [], trustedProxies: [] },
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    limits: { ...realtimeLimits, ...change },
    onAccept: (socket) => void accepted.push(socket),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    server,
    accepted,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      await realtime.close();
      await closed;
    },
    async [Symbol.asyncDispose]() {
      await realtime.close();
      server.close();
    },
  };
}

test('dialect C: connected at once, subscribes later, receives events with its own ids, and none before', async () => {
  await using shelf = await openShelf();
  using listener = await listenAt(shelf.server.url);
  expect(await listener.next()).toEqual({ type: 'connected', data: { channels: [], subscriptions: {}, user: null } });
  await shelf.publish('before');
  expect(await listener.settle()).toEqual([]);

  const row = { subscriptionId: 'c1', channels: ['documents'], queries: ['{"method":"select","values":["*"]}'] };
  listener.say({ type: 'subscribe', data: [row] });
  expect(await listener.next()).toEqual({
    type: 'response',
    data: { to: 'subscribe', success: true, subscriptions: [row] },
  });
  const document = await shelf.publish('p1');
  const event = await listener.next();
  expect(event).toMatchObject({ type: 'event', data: { payload: document, subscriptions: ['c1'] } });
  expect(event.data.payload).toEqual(document);
  expect(event.data.channels).toContain('databases.library.collections.papers.documents.p1.create');
  expect(event.data.events[0]).toBe('databases.library.collections.papers.documents.p1.create');
  expect(event.data.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);

  listener.say({ type: 'unsubscribe', data: [{ subscriptionId: 'c1' }, { subscriptionId: 'c2' }] });
  expect((await listener.next()).data).toEqual({
    to: 'unsubscribe',
    success: true,
    subscriptions: [
      { subscriptionId: 'c1', removed: true },
      { subscriptionId: 'c2', removed: false },
    ],
  });
  await shelf.publish('p2');
  expect(await listener.settle()).toEqual([]);
});

test('dialect A receives events of the channels in its address', async () => {
  await using shelf = await openShelf();
  using listener = await listenAt(shelf.server.url, { words: '&channels%5B%5D=documents&channels%5B%5D=rows' });
  expect((await listener.next()).data).toMatchObject({ channels: ['documents', 'rows'], user: null });
  const document = await shelf.publish('p1');
  expect((await listener.next()).data.payload).toEqual(document);
});

test('dialect B gets an id for each slot, and each event says which of them it is for', async () => {
  await using shelf = await openShelf();
  const query = (year: number) =>
    encodeURIComponent(JSON.stringify({ method: 'equal', attribute: 'year', values: [year] }));
  using listener = await listenAt(shelf.server.url, {
    words: `&channels[]=documents&documents[1][]=${query(2079)}&documents[2][]=${query(2080)}`,
  });
  const { subscriptions } = (await listener.next()).data;
  expect(Object.keys(subscriptions)).toEqual(['1', '2']);
  await shelf.publish('p1', 2080);
  expect((await listener.next()).data.subscriptions).toEqual([subscriptions['2']]);
});

test('every write is reported in order, a deletion with the last state, a restoring as a creation', async () => {
  await using shelf = await openShelf();
  using listener = await subscribeAt(shelf.server.url, ['databases.library.collections.papers.documents.p1']);
  await shelf.publish('p1');
  const { librarian } = shelf;
  await librarian.send('PATCH', `/v1${papers}/p1`, { data: { title: 'Renamed' } });
  await librarian.send('DELETE', `/v1${papers}/p1`, {});
  await librarian.send('POST', '/v1/materials/p1/restore', {});
  const told = [];
  for (let count = 0; count < 4; count += 1) {
    const { data } = await listener.next();
    told.push([data.events[0].split('.').at(-1), data.payload.title, data.payload.$collectionId]);
  }
  expect(told).toEqual([
    ['create', 'Paper p1', 'papers'],
    ['update', 'Renamed', 'papers'],
    ['delete', 'Renamed', 'papers'],
    ['create', 'Renamed', 'papers'],
  ]);
});

test('subscriptions of rows receive rows', async () => {
  await using shelf = await openShelf();
  using listener = await subscribeAt(shelf.server.url, ['tablesdb.library.tables.papers.rows']);
  await shelf.publish('p1');
  const { payload } = (await listener.next()).data;
  expect(payload).toEqual((await callAs(shelf.server.url).call('GET', '/tablesdb/library/tables/papers/rows/p1')).json);
});

test('files are reported to administrators, an upload in chunks once at its end', async () => {
  await using shelf = await openShelf();
  const { cookie } = await callAsAdministrator(shelf.server.url);
  using office = await subscribeAt(shelf.server.url, ['files'], { cookie });
  using street = await subscribeAt(shelf.server.url, ['files', 'documents']);
  const answer = await shelf.librarian.upload('large.pdf', Buffer.alloc(11 * 1024 * 1024, smallPdf), 'large');
  const event = await office.next();
  expect(event.data.payload).toEqual(answer);
  expect(event.data.events[0]).toBe('buckets.files.files.large.create');
  expect(await street.settle()).toEqual([]);
  expect(await office.settle()).toEqual([]);

  await shelf.publish('p1');
  expect((await street.next()).data.payload.$id).toBe('p1');
  await shelf.librarian.send('PUT', '/v1/storage/buckets/files/files/paper-file', { name: 'renamed.pdf' });
  expect((await street.next()).data.payload.name).toBe('renamed.pdf');
  await shelf.librarian.send('DELETE', '/v1/storage/buckets/files/files/large', {});
  expect((await office.take(2)).map(({ data }) => data.events[0])).toEqual([
    'buckets.files.files.paper-file.update',
    'buckets.files.files.large.delete',
  ]);
  expect(await street.settle()).toEqual([]);
});

test('changes of the file of a document that is not public are reported to administrators only', async () => {
  await using shelf = await openShelf();
  await shelf.publish('p1');
  const office = await callAsAdministrator(shelf.server.url);
  await office.call('PATCH', `${papers}/p1`, { json: { permissions: ['read("label:admin")'] } });
  using street = await subscribeAt(shelf.server.url, ['files']);
  using desk = await subscribeAt(shelf.server.url, ['files'], { cookie: office.cookie });
  const rename = (name: string) => office.call('PUT', '/storage/buckets/files/files/paper-file', { json: { name } });
  await rename('hidden.pdf');
  await shelf.publish('p2');
  await rename('shown.pdf');
  const names = (frames: Heard[]) => frames.map(({ data }) => data.payload.name);
  expect(names(await desk.take(2))).toEqual(['hidden.pdf', 'shown.pdf']);
  expect(names(await street.take(1))).toEqual(['shown.pdf']);
  expect([await desk.settle(), await street.settle()]).toEqual([[], []]);
});

test('a connection whose session has ended receives no more than a visitor, and stays open', async () => {
  await using shelf = await openShelf();
  const office = await callAsAdministrator(shelf.server.url);
  using listener = await subscribeAt(shelf.server.url, ['files'], { cookie: office.cookie });
  const other = await callAsAdministrator(shelf.server.url);
  await office.call('DELETE', '/account/sessions/current');
  await uploadSmallFile(other, { name: 'secret.pdf', content: smallPdf });
  expect(await listener.settle()).toEqual([]);
});

test('a document is reported to those who may read it as it now is, and as deleted to those who could before', async () => {
  await using shelf = await openShelf();
  await shelf.publish('p1');
  const office = await callAsAdministrator(shelf.server.url);
  using everybody = await subscribeAt(shelf.server.url, ['documents']);
  using administrator = await subscribeAt(shelf.server.url, ['documents'], { cookie: office.cookie });
  const change = (permissions: string[]) => office.call('PATCH', `${papers}/p1`, { json: { permissions } });
  await change(['read("label:admin")']);
  await change(['read("any")']);
  await change([]);
  const heardBy = (frames: Heard[]) =>
    frames.map(({ data }) => [data.events[0].split('.').at(-1), ...data.payload.$permissions]);
  expect(heardBy(await administrator.take(3))).toEqual([
    ['update', 'read("label:admin")'],
    ['update', 'read("any")'],
    ['update'],
  ]);
  expect(heardBy(await everybody.take(3))).toEqual([
    ['delete', 'read("any")'],
    ['create', 'read("any")'],
    ['delete', 'read("any")'],
  ]);
});

test('the session is sent by cookie, or later in a message', async () => {
  await using shelf = await openShelf();
  const { cookie } = await callAsAdministrator(shelf.server.url);
  using known = await listenAt(shelf.server.url, { cookie });
  expect((await known.next()).data.user).toMatchObject({ email: 'admin@library.test', prefs: {} });

  using guest = await listenAt(shelf.server.url, { words: '&jwt=abc' });
  expect((await guest.next()).data.user).toBeNull();
  guest.say({ type: 'authentication', data: { session: 'nonsense' } });
  expect((await guest.next()).data).toEqual({ to: 'authentication', success: false, user: null });
  guest.say({ type: 'authentication', data: { session: decodeURIComponent(cookie.split('=')[1] ?? '') } });
  expect((await guest.next()).data).toMatchObject({ to: 'authentication', success: true, user: { labels: ['admin'] } });
});

test.each([
  ['no project', { project: null }, 'Missing or unknown project ID'],
  ['an unknown project', { project: 'other' }, 'Missing or unknown project ID'],
  ['a foreign origin', { origin: 'https://evil.test' }, 'Connections from this origin are not allowed.'],
])('%s is refused with 1008: the error first, then the close', async (_, options, message) => {
  await using server = await openTestServer();
  using listener = await listenAt(server.url, options);
  expect(await listener.next()).toEqual({ type: 'error', data: { code: 1008, message } });
  expect((await listener.closed).code).toBe(1008);
});

test('pages of our own origin and of allowed ones may connect', async () => {
  await using server = await openTestServer({ settings: { ALLOWED_ORIGINS: 'https://friend.test' } });
  for (const origin of [server.url, 'https://friend.test']) {
    using listener = await listenAt(server.url, { origin });
    expect((await listener.next()).type).toBe('connected');
  }
});

test.each([
  ['not JSON', 'hello'],
  ['no object', '[]'],
  ['an unknown type', { type: 'publish', data: {} }],
  ['a subscription without channels', { type: 'subscribe', data: [{ subscriptionId: 'a', channels: [] }] }],
  ['a subscription that is none', { type: 'subscribe', data: { subscriptionId: 'a' } }],
  [
    'a query realtime does not know',
    {
      type: 'subscribe',
      data: [{ subscriptionId: 'a', channels: ['documents'], queries: ['{"method":"limit","values":[1]}'] }],
    },
  ],
])('%s is answered with error 1003, and the connection stays', async (_, message) => {
  await using server = await openTestServer();
  using listener = await listenAt(server.url);
  await listener.next();
  listener.say(message);
  expect(await listener.next()).toMatchObject({ type: 'error', data: { code: 1003 } });
  expect(await listener.settle()).toEqual([]);
});

test('an unsupported query in the address is reported after connected', async () => {
  await using server = await openTestServer();
  const words = `&channels[]=documents&documents[0][]=${encodeURIComponent('{"method":"limit","values":[1]}')}`;
  using listener = await listenAt(server.url, { words });
  expect((await listener.next()).data).toMatchObject({ channels: ['documents'], subscriptions: {} });
  expect((await listener.next()).data.code).toBe(1003);
  expect(await listener.settle()).toEqual([]);
});

test('a subscription says on request which state of the shelf it starts from', async () => {
  await using shelf = await openShelf();
  using listener = await listenAt(shelf.server.url);
  await listener.next();
  const ask = async () => {
    listener.say({
      type: 'subscribe',
      wantsRevision: true,
      data: [{ subscriptionId: 'a', channels: ['files'], queries: [] }],
    });
    return String((await listener.next()).data.revision);
  };
  const site = await (await fetch(`${shelf.server.url}/v1/site`)).json();
  expect(await ask()).toBe(site.revision);
  await shelf.publish('p1');
  expect(await ask()).not.toBe(site.revision);
});

test('more connections than an address may have are refused with 1013', async () => {
  await using server = await openTestServer();
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

test('more connects in a minute than allowed, and more messages, are answered with 1013', async () => {
  await using server = await openTestServer();
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
  await using server = await openTestServer();
  using listener = await listenAt(server.url);
  listener.say('x'.repeat(70_000));
  expect((await listener.closed).code).toBe(1009);
});

test('more subscriptions than allowed are answered with 1013 and change nothing', async () => {
  await using server = await openTestServer();
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

test('an upsert is reported as what it did: a creation, then an update', async () => {
  await using shelf = await openShelf();
  await shelf.publish('p1');
  const { $id: _id, ...data } = (await (await shelf.librarian.send('GET', `/v1${papers}/p1`)).json()) as Record<
    string,
    unknown
  >;
  using listener = await subscribeAt(shelf.server.url, ['documents.create', 'documents.update', 'documents.upsert']);
  await shelf.librarian.send('PUT', `/v1${papers}/p2`, { data });
  await shelf.librarian.send('PUT', `/v1${papers}/p2`, { data: { title: 'Renamed' } });
  const told = (await listener.take(2)).map(({ data: { events, payload } }) => [events[0], payload.title]);
  const of = 'databases.library.collections.papers.documents.p2';
  expect(told).toEqual([
    [`${of}.create`, 'Paper p1'],
    [`${of}.update`, 'Renamed'],
  ]);
});

test('a client that never reads is disconnected, and the others receive everything meanwhile', async () => {
  await using shelf = await openShelf();
  await using limited = await openLimited(shelf.server, { waitingBytes: 20_000 });
  using good = await subscribeAt(limited.url, ['documents']);
  using deaf = await subscribeAt(limited.url, ['documents']);
  deaf.socket.pause();
  const document = await shelf.publish('p1');
  const material = await shelf.server.services.materials.get({ role: 'visitor' }, 'paper', 'p1');
  expect((await good.next()).data.payload).toEqual(document);
  // Until the buffers of the system for a reader are full, and 20 kB more.
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

test('a client that does not answer pings is disconnected, one that does stays', async () => {
  await using server = await openTestServer();
  await using limited = await openLimited(server, { heartbeatMs: 250 });
  using quiet = await listenAt(limited.url);
  const dead = new WebSocket(`${limited.url.replace('http', 'ws')}/v1/realtime?project=examshelf`, { autoPong: false });
  const [code] = await once(dead, 'close');
  expect(code).toBe(1006);
  expect(quiet.socket.readyState).toBe(WebSocket.OPEN);
});

test('a closing server closes every connection with 1001', async () => {
  const server = await openTestServer();
  using listener = await listenAt(server.url);
  await listener.next();
  await server[Symbol.asyncDispose]();
  expect((await listener.closed).code).toBe(1001);
});

test('other addresses have no websocket, and a plain request says what the address is for', async () => {
  await using server = await openTestServer();
  const other = new WebSocket(`${server.url.replace('http', 'ws')}/v1/other`);
  const [error] = await once(other, 'error');
  expect(String(error)).toContain('404');
  const plain = await callAs(server.url).call('GET', '/realtime');
  expect([plain.status, plain.json['type']]).toEqual([400, 'general_bad_request']);
});

/** A peer that requests a websocket at another address, is refused, and keeps its side open. */
async function openRefused({ url, server }: { url: string; server: Server }) {
  const taken = once(server, 'connection') as Promise<[Socket]>;
  const peer = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void peer.destroy());
  peer.write('GET /x HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  const [ours] = await taken;
  const closed = new Promise<void>((resolve) => void ours.once('close', () => resolve()));
  const [answer] = (await once(peer, 'data')) as [Buffer];
  expect(String(answer)).toContain('404 Not Found');
  return { peer, ours, closed };
}

test('a peer that resets the connection after its upgrade was refused does no harm', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  await using server = await openTestServer();
  await using limited = await openLimited(server, {});
  const { peer, closed } = await openRefused(limited);
  peer.resetAndDestroy();
  await closed;
  expect(uncaught).toEqual([]);
});

test('a refused upgrade whose peer never closes its side is destroyed, and counted as a connection until then', async () => {
  await using server = await openTestServer();
  await using limited = await openLimited(server, { refusalMs: 50 });
  const { closed } = await openRefused(limited);
  await closed;
  using refused = await listenAt(limited.url, { project: 'other' });
  await refused.closed;
  expect(limited.accepted).toEqual([]);
  using listener = await listenAt(limited.url);
  await listener.next();
  expect(limited.accepted).toHaveLength(1);
});

test('a server closes though the peer of a refused upgrade never does', async () => {
  await using server = await openTestServer();
  const limited = await openLimited(server, { refusalMs: 600_000 });
  const { ours } = await openRefused(limited);
  await limited.close();
  expect(ours.destroyed).toBe(true);
});
