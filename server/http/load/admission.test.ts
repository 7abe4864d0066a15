import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** A server that admits two requests of an address and three in all, and answers when the test says so. */
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
  const server = createServer((request, response) => admit(request, response, () => void begun.push(response)));
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
    async [Symbol.asyncDispose]() {
      for (const response of begun) response.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

test('one address, and all together, have a limited number of requests; more get 503 with Retry-After', async () => {
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
  // An answer that is being sent does not count any more.
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

test('the administrator and health checks are admitted whatever the load', async () => {
  await using server = await openServer();
  for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) await server.begin('/books', from);
  await server.begin('/v1/account', '10.0.0.1', { cookie: 'administrator' });
  await server.begin('/healthz', '10.0.0.1');
  expect(server.begun).toHaveLength(5);
});

test('signing in and signing up have places of their own', async () => {
  await using server = await openServer();
  for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) await server.begin('/books', from);
  await server.begin('/v1/account/sessions/email', '10.0.0.1');
  expect((await server.ask('/v1/account/sessions/email', '10.0.0.1')).status).toBe(503);
  await server.begin('/v1/account/sessions/email', '10.0.0.2');
  expect((await server.ask('/v1/account/sessions/email', '10.0.0.3')).status).toBe(503);
  expect(server.begun).toHaveLength(5);
});

test('the addresses of one IPv6 line count as one', async () => {
  await using server = await openServer();
  await server.begin('/books', '2001:db8:1:2::1');
  await server.begin('/books', '2001:db8:1:2:ffff::2');
  expect((await server.ask('/books', '2001:db8:1:2::3')).status).toBe(503);
  await server.begin('/books', '2001:db8:1:3::1');
  expect(server.begun).toHaveLength(3);
});
