import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** Opens a server that admits two requests per address and three in all, and responds only when the test allows it. */
async function openServer() {
  const begun: ServerResponse[] = [];
  const warnings: object[] = [];
  const admit = createAdmission({
    readAddress: (_peer, forwarded) => forwarded ?? 'nobody',
    isAdministrator: ({ headers }) => headers.cookie === 'administrator',
    origins: { publicUrl: 'http://library.test', allowedOrigins: ['https://friend.test'] },
    warn: (facts) => void warnings.push(facts),
    limits: { ofAddress: 2, inAll: 3 },
    signInLimits: { ofAddress: 1, inAll: 2 },
  });
  const server = createServer((request, response) => {
    const work = () => void begun.push(response);
    // Like a request whose body arrives after its client has left.
    if (request.url === '/left') response.once('close', () => setImmediate(() => admit(request, response, work)));
    else admit(request, response, work);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    begun,
    warnings,
    ask: (path: string, from: string, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: path.includes('sessions') ? 'POST' : 'GET',
        headers: { 'x-forwarded-for': from, ...headers },
      }),
    /** Sends a request and waits until the server has it. */
    async begin(path: string, from: string, headers: Record<string, string> = {}): Promise<void> {
      const asked = once(server, 'request');
      void this.ask(path, from, headers).catch(() => undefined);
      await asked;
    },
    /** Sends a request and closes its connection before the server admits it. */
    async leave(from: string): Promise<void> {
      const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
      const leaving = new AbortController();
      const init = { headers: { 'x-forwarded-for': from }, signal: leaving.signal };
      void fetch(`${url}/left`, init).catch(() => undefined);
      const [, response] = await asked;
      const closed = once(response, 'close');
      leaving.abort();
      await closed;
      await new Promise((resolve) => setImmediate(resolve));
    },
    async [Symbol.asyncDispose]() {
      for (const response of begun) response.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

test('requests of one address, and of all addresses together, are limited; further ones get 503 with Retry-After', async () => {
  await using server = await openServer();
  await server.begin('/books', '10.0.0.1');
  await server.begin('/books', '10.0.0.1');
  const refused = await server.ask('/books', '10.0.0.1');
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
    503,
    '5',
    'text/html; charset=utf-8',
  ]);
  expect(await refused.text()).toContain('Please try again in a few seconds.');
  await server.begin('/books', '10.0.0.2');
  expect((await server.ask('/books', '10.0.0.3')).status).toBe(503);
  // A response that is being sent does not count any more.
  server.begun[0]?.writeHead(200).flushHeaders();
  await server.begin('/books', '10.0.0.3');
  expect(server.begun).toHaveLength(4);
  expect(server.warnings).toEqual([{ count: 1, example: '/books' }]);
});

test('below /v1 the refusal is the contract’s error, which pages of allowed origins may read', async () => {
  await using server = await openServer();
  for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) await server.begin('/v1/ping', from);
  const refused = await server.ask('/v1/ping', '10.0.0.9', { origin: 'https://friend.test' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://friend.test');
  expect(await refused.json()).toEqual({
    message: 'Examshelf is very busy at the moment. Please try again in a few seconds.',
    code: 503,
    type: 'general_service_unavailable',
    version: expect.any(String),
  });
});

test('a person who follows a link below /v1 gets the page of the refusal', async () => {
  await using server = await openServer();
  for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) await server.begin('/v1/ping', from);
  // As browsers send it when a link is followed.
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const typeOf = async (path: string, headers: Record<string, string>) => {
    const refused = await server.ask(path, '10.0.0.9', headers);
    return [refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')];
  };
  const page = [503, '5', 'text/html; charset=utf-8'];
  for (const path of ['/v1/materials/archive?kind=paper', '/v1/storage/buckets/files/files/a/download', '/v1/docs'])
    expect([path, await typeOf(path, { accept })]).toEqual([path, page]);
  for (const other of ['*/*', 'application/json', 'image/avif,image/webp,*/*'])
    expect(await typeOf('/v1/materials/archive', { accept: other })).toEqual([503, '5', 'application/json']);
});

test('the administrator and health checks are admitted under any load', async () => {
  await using server = await openServer();
  for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) await server.begin('/books', from);
  await server.begin('/v1/account', '10.0.0.1', { cookie: 'administrator' });
  await server.begin('/healthz', '10.0.0.1');
  expect(server.begun).toHaveLength(5);
});

test('signing in and signing up have separate limits', async () => {
  await using server = await openServer();
  for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) await server.begin('/books', from);
  await server.begin('/v1/account/sessions/email', '10.0.0.1');
  expect((await server.ask('/v1/account/sessions/email', '10.0.0.1')).status).toBe(503);
  await server.begin('/v1/account/sessions/email', '10.0.0.2');
  expect((await server.ask('/v1/account/sessions/email', '10.0.0.3')).status).toBe(503);
  expect(server.begun).toHaveLength(5);
});

test('the networks of one IPv6 site count as one', async () => {
  await using server = await openServer();
  await server.begin('/books', '2001:db8:1:2::1');
  await server.begin('/books', '2001:db8:1:3::2');
  expect((await server.ask('/books', '2001:db8:1:4::3')).status).toBe(503);
  await server.begin('/books', '2001:db8:2::1');
  expect(server.begun).toHaveLength(3);
});

test('a request whose client left before it was admitted does not count', async () => {
  await using server = await openServer();
  for (let times = 0; times < 3; times += 1) await server.leave('10.0.0.1');
  await server.begin('/books', '10.0.0.1');
  await server.begin('/books', '10.0.0.1');
  expect(server.begun.map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

test('a request is counted until its response begins or its client leaves, and released once', async () => {
  await using server = await openServer();
  for (let count = 0; count < 2; count += 1) await server.begin('/books', '10.0.0.1');
  const [answered, left] = server.begun as [ServerResponse, ServerResponse];
  const ended = once(answered, 'close');
  answered.writeHead(200).end('page');
  await ended;
  await server.begin('/books', '10.0.0.1');
  expect((await server.ask('/books', '10.0.0.1')).status).toBe(503);
  const closed = once(left, 'close');
  left.socket?.destroy();
  await closed;
  await server.begin('/books', '10.0.0.1');
  expect([server.begun.length, (await server.ask('/books', '10.0.0.1')).status]).toEqual([4, 503]);
});
