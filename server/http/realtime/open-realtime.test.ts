import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { listenAt, subscribeAt, type Heard } from '#test/support/realtime.ts';
import { openRealtimeShelf } from '#test/support/realtime-shelf.ts';
import { openTestServer } from '#test/support/server.ts';

const papers = '/databases/library/collections/papers/documents';

test('dialect C connects immediately, subscribes later, and receives events with its own ids, none before subscribing', async () => {
  await using shelf = await openRealtimeShelf();
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
  await using shelf = await openRealtimeShelf();
  using listener = await listenAt(shelf.server.url, { words: '&channels%5B%5D=documents&channels%5B%5D=rows' });
  expect((await listener.next()).data).toMatchObject({ channels: ['documents', 'rows'], user: null });
  const document = await shelf.publish('p1');
  expect((await listener.next()).data.payload).toEqual(document);
});

test('dialect B gets an id for each slot, and each event names the slots that it is for', async () => {
  await using shelf = await openRealtimeShelf();
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

test('every write is reported in order: a deletion with the last state, a restored material as a creation', async () => {
  await using shelf = await openRealtimeShelf();
  using listener = await subscribeAt(shelf.server.url, ['databases.library.collections.papers.documents.p1']);
  await shelf.publish('p1');
  const { librarian } = shelf;
  await librarian.send('PATCH', `/v1${papers}/p1`, { data: { title: 'Renamed' } });
  await librarian.send('DELETE', `/v1${papers}/p1`, {});
  await librarian.send('POST', '/v1/materials/p1/restore', {});
  const received = [];
  for (let count = 0; count < 4; count += 1) {
    const { data } = await listener.next();
    received.push([data.events[0].split('.').at(-1), data.payload.title, data.payload.$collectionId]);
  }
  expect(received).toEqual([
    ['create', 'Paper p1', 'papers'],
    ['update', 'Renamed', 'papers'],
    ['delete', 'Renamed', 'papers'],
    ['create', 'Renamed', 'papers'],
  ]);
});

test('subscriptions of rows receive rows', async () => {
  await using shelf = await openRealtimeShelf();
  using listener = await subscribeAt(shelf.server.url, ['tablesdb.library.tables.papers.rows']);
  await shelf.publish('p1');
  const { payload } = (await listener.next()).data;
  expect(payload).toEqual((await callAs(shelf.server.url).call('GET', '/tablesdb/library/tables/papers/rows/p1')).json);
});

test('files are reported to administrators, and an upload in chunks only when it is complete', async () => {
  await using shelf = await openRealtimeShelf();
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

test('file changes of a document that is not public are reported to administrators only', async () => {
  await using shelf = await openRealtimeShelf();
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
  await using shelf = await openRealtimeShelf();
  const office = await callAsAdministrator(shelf.server.url);
  using listener = await subscribeAt(shelf.server.url, ['files'], { cookie: office.cookie });
  const other = await callAsAdministrator(shelf.server.url);
  await office.call('DELETE', '/account/sessions/current');
  await uploadSmallFile(other, { name: 'secret.pdf', content: smallPdf });
  expect(await listener.settle()).toEqual([]);
});

test('a document is reported to its current readers, and as deleted to former readers', async () => {
  await using shelf = await openRealtimeShelf();
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
  await using shelf = await openRealtimeShelf();
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

test('pages of our own origin and of allowed origins may connect', async () => {
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
])('%s gets error 1003, and the connection stays open', async (_, message) => {
  await using server = await openTestServer();
  using listener = await listenAt(server.url);
  await listener.next();
  listener.say(message);
  expect(await listener.next()).toMatchObject({ type: 'error', data: { code: 1003 } });
  expect(await listener.settle()).toEqual([]);
});

test('an unsupported query in the address is reported after the `connected` message', async () => {
  await using server = await openTestServer();
  const words = `&channels[]=documents&documents[0][]=${encodeURIComponent('{"method":"limit","values":[1]}')}`;
  using listener = await listenAt(server.url, { words });
  expect((await listener.next()).data).toMatchObject({ channels: ['documents'], subscriptions: {} });
  expect((await listener.next()).data.code).toBe(1003);
  expect(await listener.settle()).toEqual([]);
});

test('the response to a subscription includes, on request, the log position at which it starts', async () => {
  await using shelf = await openRealtimeShelf();
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

test('an upsert is reported as its effect: a creation, then an update', async () => {
  await using shelf = await openRealtimeShelf();
  await shelf.publish('p1');
  const { $id: _id, ...data } = (await (await shelf.librarian.send('GET', `/v1${papers}/p1`)).json()) as Record<
    string,
    unknown
  >;
  using listener = await subscribeAt(shelf.server.url, ['documents.create', 'documents.update', 'documents.upsert']);
  await shelf.librarian.send('PUT', `/v1${papers}/p2`, { data });
  await shelf.librarian.send('PUT', `/v1${papers}/p2`, { data: { title: 'Renamed' } });
  const received = (await listener.take(2)).map(({ data: { events, payload } }) => [events[0], payload.title]);
  const of = 'databases.library.collections.papers.documents.p2';
  expect(received).toEqual([
    [`${of}.create`, 'Paper p1'],
    [`${of}.update`, 'Renamed'],
  ]);
});

test('a closing server closes every connection with 1001', async () => {
  const server = await openTestServer();
  using listener = await listenAt(server.url);
  await listener.next();
  await server[Symbol.asyncDispose]();
  expect((await listener.closed).code).toBe(1001);
});

test('other addresses have no websocket, and a plain request to this one explains its purpose', async () => {
  await using server = await openTestServer();
  const other = new WebSocket(`${server.url.replace('http', 'ws')}/v1/other`);
  const [error] = await once(other, 'error');
  expect(String(error)).toContain('404');
  const plain = await callAs(server.url).call('GET', '/realtime');
  expect([plain.status, plain.json['type']]).toEqual([400, 'general_bad_request']);
});
