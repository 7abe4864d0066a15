import { EventEmitter, once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { callAs, callAsAdministrator } from '#test/support/contract-caller.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';
import { answerBrokenRequests } from './broken-requests.ts';

const lists = ['/databases/library/collections/papers/documents', '/tablesdb/library/tables/papers/rows'];

/** Returns a query with exactly this number of characters that searches for a subject consisting of that letter. */
function longQuery(letter: string, length: number): string {
  const query = (text: string) => JSON.stringify({ method: 'equal', attribute: 'subject', values: [text] });
  return query(letter.repeat(Math.floor((length - query('').length) / letter.length))).padEnd(length);
}

test.each(['a', 'ग', '数', '𝒜', '%'])(
  'a query of 4096 characters gets a response, even written with %s',
  async (letter) => {
    await using server = await openTestServer();
    const query = longQuery(letter, 4096);
    expect(query).toHaveLength(4096);
    for (const list of lists) {
      const answer = await callAs(server.url).call('GET', `${list}?queries%5B0%5D=${encodeURIComponent(query)}`);
      expect([answer.status, answer.json['total']]).toEqual([200, 0]);
      const longer = encodeURIComponent(`${query} `);
      const refused = await callAs(server.url).call('GET', `${list}?queries%5B0%5D=${longer}`);
      expect([refused.status, refused.json['type']]).toEqual([400, 'general_argument_invalid']);
    }
    const admin = await callAsAdministrator(server.url);
    const files = query.replace('subject', 'name').padEnd(4096);
    const answer = await admin.call('GET', `/storage/buckets/files/files?queries[]=${encodeURIComponent(files)}`);
    expect(answer.status).toBe(200);
  },
);

test('more than 128 KB of address and headers are refused with an explanation, which pages of allowed origins may read', async () => {
  await using server = await openTestServer({ settings: { ALLOWED_ORIGINS: 'https://friend.test' } });
  const query = encodeURIComponent(longQuery('ग', 4096));
  const words = Array.from({ length: 5 }, (_, index) => `queries%5B${index}%5D=${query}`).join('&');
  const ask = async (origin?: string, body?: string) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { 'x-appwrite-project': 'examshelf', ...(origin ? { origin } : {}) };
    const answer = await fetch(`${server.url}/v1${lists[0]}?${words}`, { method, headers, body: body ?? null });
    return { answer, text: await answer.text() };
  };
  for (const body of [undefined, '{}']) {
    const { answer, text } = await ask('https://friend.test', body);
    expect([answer.status, JSON.parse(text)]).toEqual([
      400,
      {
        type: 'general_argument_invalid',
        code: 400,
        message:
          'The address and headers of a request may have at most 128 KB together. Send fewer or shorter queries.',
        version: expect.any(String),
      },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://friend.test');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  for (const origin of [undefined, 'https://evil.test']) {
    const { answer } = await ask(origin);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, null]);
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('headers that never end get a response, and so do bytes that are not HTTP', async () => {
  await using server = await openTestServer();
  const endless = await exchange(
    server.url,
    `GET /v1/ping HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(800_000)}`,
  );
  expect(endless.answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*general_argument_invalid/);
  for (const bytes of [
    'NOT HTTP\r\n\r\n',
    'GET /v1/ping HTTP/1.1\r\n\r\n',
    'GET /v1/ping HTTP/1.1\r\nhost: [\r\n\r\n',
  ]) {
    const { answer, broken } = await exchange(server.url, bytes.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    expect([bytes, broken, answer.slice(0, 12)]).toEqual([bytes, null, 'HTTP/1.1 400']);
  }
  expect((await exchange(server.url, 'NOT HTTP\r\n\r\n')).answer).toContain('"type":"general_bad_request"');
});

test('an error response is sent neither within another response nor before one', async () => {
  const server = createServer((request, response) => {
    // Neither response ends, as with a large file and a slow handler.
    if (request.url === '/begun') response.writeHead(200, { 'content-length': 1000 }).write('begun');
  });
  answerBrokenRequests(server, { publicUrl: 'http://library.test', allowedOrigins: [] });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  const broken = 'POST /body HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n';
  const seen: Record<string, boolean> = {};
  for (const [name, bytes] of Object.entries({
    'begun, then garbage': `${ask('/begun')}NOT HTTP\r\n\r\n`,
    'begun, waiting, then garbage': `${ask('/begun')}${ask('/waiting')}NOT HTTP\r\n\r\n`,
    'waiting, then garbage': `${ask('/waiting')}NOT HTTP\r\n\r\n`,
    'waiting, then a broken body': `${ask('/waiting')}${broken}`,
    'a broken body alone': broken,
    'garbage alone': 'NOT HTTP\r\n\r\n',
  }))
    seen[name] = (await exchange(url, bytes)).answer.includes('general_bad_request');
  server.close();
  expect(seen).toEqual({
    'begun, then garbage': false,
    'begun, waiting, then garbage': false,
    'waiting, then garbage': false,
    'waiting, then a broken body': false,
    'a broken body alone': true,
    'garbage alone': true,
  });
});

/** The bytes of a request whose body breaks off, and of a complete one. */
const brokenBody = 'POST /body HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n';
const wholeRequest = 'POST /whole HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}';

/** Returns the number of responses received over a connection. */
const countAnswers = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;

/** Opens a plain Node server with a handler that decides when to respond. */
async function openPlainServer(handler: RequestListener) {
  const server = createServer(handler);
  // Emitted when a test sends something before the error response, in the same step of the parser.
  const early = new EventEmitter<{ broken: [] }>();
  server.on('clientError', () => early.emit('broken'));
  answerBrokenRequests(server, { publicUrl: 'http://library.test', allowedOrigins: [] });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    server,
    early,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const moments: Record<string, (server: Server, early: EventEmitter<{ broken: [] }>, answer: () => void) => void> = {
  'before the error is known': (_server, early, answer) => early.once('broken', answer),
  'in the step that responds to the error': (server, _early, answer) => server.once('clientError', answer),
  'in a promise after it': (_server, early, answer) => early.once('broken', () => queueMicrotask(answer)),
  'in the next tick': (_server, early, answer) => early.once('broken', () => process.nextTick(answer)),
  'in the next turn of the loop': (_server, early, answer) => early.once('broken', () => setImmediate(answer)),
};

test.each(Object.keys(moments))(
  'a broken body gets one response, whose `close` event is emitted, if the handler responds %s',
  async (moment) => {
    for (const pieces of [['whole'], ['in', ' pieces']]) {
      const isClosed = Promise.withResolvers<void>();
      await using world = await openPlainServer((_request, response) => {
        response.once('close', isClosed.resolve);
        moments[moment]?.(world.server, world.early, () => {
          response.writeHead(200, { 'content-length': pieces.join('').length });
          for (const each of pieces) response.write(each);
          response.end();
        });
      });
      const { answer } = await exchange(world.url, brokenBody);
      expect([pieces, countAnswers(answer)]).toEqual([pieces, 1]);
      await isClosed.promise;
    }
  },
);

test('after the last response of a handler, bytes that are not HTTP get no second response', async () => {
  await using world = await openPlainServer((_request, response) =>
    response.writeHead(200, { connection: 'close' }).end('well'),
  );
  for (const bytes of [wholeRequest, 'GET /whole HTTP/1.1\r\nhost: localhost\r\n\r\n']) {
    const { answer } = await exchange(world.url, `${bytes}NOT HTTP\r\n\r\n`);
    expect([bytes, countAnswers(answer)]).toEqual([bytes, 1]);
  }
});

test('a connection that is reported as broken more than once gets one error', async () => {
  await using world = await openPlainServer(() => undefined);
  const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  // While the rest of oversized headers is read, and when the error has just been answered.
  world.server.on('clientError', (_error, socket) => {
    if (world.server.listenerCount('clientError') > 0 && !reported.has(socket)) {
      reported.add(socket);
      world.server.emit('clientError', timeout, socket);
    }
  });
  const reported = new WeakSet<Duplex>();
  for (const bytes of ['NOT HTTP\r\n\r\n', brokenBody, `GET / HTTP/1.1\r\nx-long: ${'a'.repeat(300_000)}\r\n\r\n`]) {
    const { answer } = await exchange(world.url, bytes);
    expect([bytes.slice(0, 20), countAnswers(answer)]).toEqual([bytes.slice(0, 20), 1]);
    expect(answer).toContain('HTTP/1.1 400');
  }
});

test('a refused HEAD gets no body, even after the rest of a body that was sent without its length', async () => {
  await using server = await openTestServer();
  const head = 'HEAD / HTTP/1.1\r\nhost: localhost\r\n';
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
  for (const bytes of [
    'HEAD / HTTP/1.1\r\nhost localhost\r\n\r\n',
    `P${head}\r\n`,
    `${head}transfer-encoding: chunked\r\n\r\nno chunk\r\n`,
    `HEAD /v1/realtime HTTP/1.1\r\nhost: localhost\r\n${upgrade}\r\n`,
  ]) {
    const { answer } = await exchange(server.url, bytes.replace('host:', 'connection: close\r\nhost:'));
    expect([bytes, answer.split('\r\n\r\n')]).toEqual([bytes, [expect.stringMatching(/^HTTP\/1\.1 4/), '']]);
  }
  // As Node's own client does it: a body with OPTIONS is sent without its length, and the connection stays open.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (method: string, body?: string) => {
    const asked = request(`${server.url}/healthz`, { method, agent });
    if (body !== undefined) asked.write(body);
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode;
  };
  await send('OPTIONS', 'P');
  expect(await send('HEAD')).toBe(400);
  agent.destroy();
});

test('an unknown expectation is refused once', async () => {
  await using server = await openTestServer();
  const head = 'POST /v1/account HTTP/1.1\r\nhost: localhost\r\nexpect: miracles\r\n';
  for (const rest of ['content-length: 100\r\n\r\n{', 'transfer-encoding: chunked\r\n\r\nno chunk\r\n']) {
    const { answer } = await exchange(server.url, `${head}${rest}`);
    expect([rest, countAnswers(answer)]).toEqual([rest, 1]);
  }
  expect((await exchange(server.url, `${head}content-length: 100\r\n\r\n`)).answer).toMatch(/^HTTP\/1\.1 417 /);
});

test('a body that breaks off after its response was sent gets no second response', async () => {
  const server = createServer((_request, response) => response.writeHead(404, { connection: 'close' }).end('early'));
  // The connection stays open for data that is still being sent, as after a refused upload.
  server.on('connection', (socket) => (socket.destroySoon = () => undefined));
  answerBrokenRequests(server, { publicUrl: 'http://library.test', allowedOrigins: [] });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answers = '';
  socket.on('data', (piece) => (answers += piece.toString('latin1')));
  socket.write('POST /body HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n');
  await expect.poll(() => answers).toContain('early');
  socket.write('no chunk\r\n');
  await once(server, 'clientError');
  socket.end();
  await once(socket, 'close');
  server.close();
  expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 404']);
});

test('HTTP/1.0 requests without a Host get a response everywhere', async () => {
  await using server = await openTestServer();
  for (const path of ['/healthz', '/readyz', '/', '/v1/ping?project=examshelf', '/v1/site']) {
    const { answer } = await exchange(server.url, `GET ${path} HTTP/1.0\r\n\r\n`);
    expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 200']);
  }
});

test("the length of a page's address is limited, and the response says so", async () => {
  await using server = await openTestServer();
  const ask = (query: string) => fetch(`${server.url}/search?q=${query}`);
  expect((await ask('a'.repeat(8000))).status).toBe(200);
  const refused = await ask('a'.repeat(10_000));
  expect([refused.status, await refused.text()]).toEqual([414, 'This address is too long.']);
});
