import { expect, test } from 'vitest';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';
import { createHostCheck } from './known-hosts.ts';

const config = {
  publicUrl: 'https://library.example',
  allowedOrigins: ['https://app.example:8443', 'https://पुस्तकालय.example'],
  trustedProxies: ['10.0.0.1'],
};

function judge(host: string | undefined, more: { url?: string; forwarded?: string; peer?: string } = {}) {
  const headers = {
    ...(host !== undefined && { host }),
    ...(more.forwarded && { 'x-forwarded-host': more.forwarded }),
  };
  const socket = { remoteAddress: more.peer ?? '10.0.0.1' } as never;
  return createHostCheck(config)({ headers, socket, url: more.url ?? '/' });
}

test.each([
  'library.example',
  'LIBRARY.example:443',
  'library.example.',
  'app.example',
  'xn--i1b6b1a6a2e.example',
  'localhost:3000',
  '127.0.0.1:3000',
  '192.168.1.20:3000',
  '[::1]:3000',
  '[fd00::20]',
])('a request for %s is meant for us', (host) => {
  // URL makes the ASCII form of another script, here and in the implementation.
  const name = host.startsWith('xn--') ? new URL('https://पुस्तकालय.example').host : host;
  expect(judge(name)).toBe('known');
});

test.each([
  'evil.example',
  'evil.library.example',
  'library.example.evil.example',
  'librarytexample',
  'localhost.evil.example',
  'x.localhost',
  '127.0.0.1.evil.example',
])('a request for %s is not', (host) => {
  expect(judge(host)).toBe('unknown');
});

test.each(['', 'a b', 'library.example/', 'evil.example@library.example', 'library.example#', '['])(
  'a malformed host such as %j is refused',
  (host) => {
    expect(judge(host)).toBe('unreadable');
  },
);

test('a whole address in the request line is checked like the Host header', () => {
  expect(judge('library.example', { url: 'http://evil.example/books' })).toBe('unknown');
  expect(judge('library.example', { url: 'https://library.example/books?x=http://evil.example/' })).toBe('known');
  expect(judge(undefined)).toBe('known');
});

test('the host that a trusted proxy forwards must be known too, and never replaces an unknown host', () => {
  expect(judge('127.0.0.1:3000', { forwarded: 'evil.example' })).toBe('unknown');
  expect(judge('127.0.0.1:3000', { forwarded: 'library.example, evil.example' })).toBe('unknown');
  expect(judge('127.0.0.1:3000', { forwarded: 'library.example' })).toBe('known');
  expect(judge('evil.example', { forwarded: 'library.example' })).toBe('unknown');
  expect(judge('library.example', { forwarded: 'evil.example', peer: '203.0.113.9' })).toBe('known');
});

const ask = (head: string, ...headers: string[]) =>
  [`${head} HTTP/1.1`, 'connection: close', ...headers, '', ''].join('\r\n');

test('a page of another site that rebinds its name to this server gets no page, API, file, asset or websocket', async () => {
  await using server = await openTestServer();
  const send = async (head: string, ...headers: string[]) => (await exchange(server.url, ask(head, ...headers))).answer;
  const evil = 'host: evil.example';
  // Caches the page, which would be sent before any other check.
  await fetch(server.url);

  for (const address of ['/', '/not-there', '/assets/x.js', '/favicon.svg', '/paper-frame', '/content/images/x.png']) {
    const answer = await send(`GET ${address}`, evil);
    expect(answer).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(answer).toContain('set PUBLIC_URL');
    expect(answer).not.toContain('<title>');
  }
  for (const head of ['GET /v1/ping?project=examshelf', 'DELETE /v1/account/sessions', 'OPTIONS /v1/account']) {
    const answer = await send(head, evil);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain('"type":"general_unknown_host"');
  }
  const body = '{"email":"a@b.test","password":"long enough"}';
  const signIn = `${ask('POST /v1/account/sessions/email', evil, 'content-type: application/json', `content-length: ${body.length}`)}${body}`;
  expect((await exchange(server.url, signIn)).answer).toMatch(/^HTTP\/1\.1 421 /);

  const upgrade = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];
  const key = `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`;
  const socket = `GET /v1/realtime?project=examshelf HTTP/1.1\r\n${[evil, ...upgrade, key].join('\r\n')}\r\n\r\n`;
  expect((await exchange(server.url, socket)).answer).toMatch(/^HTTP\/1\.1 421 /);
});

test('health checks work under any name, others under ours; with PUBLIC_URL the refusal explains the proxy setting', async () => {
  await using server = await openTestServer({ settings: { PUBLIC_URL: 'https://library.example' } });
  const status = async (path: string, host: string) =>
    Number((await exchange(server.url, ask(`GET ${path}`, `host: ${host}`))).answer.slice(9, 12));
  expect([await status('/healthz', '10.1.2.3'), await status('/healthz', 'probe.internal')]).toEqual([200, 200]);
  expect(await status('/readyz', 'probe.internal')).toBe(200);
  expect(await status('/', 'library.example')).toBe(200);
  expect(await status('/', '192.168.1.20:3000')).toBe(200);
  expect(await status('/', 'localhost')).toBe(200);
  expect(await status('/', 'probe.internal')).toBe(421);
  expect(await status('/', 'a b')).toBe(400);
  // As nginx sends it without configuration; PUBLIC_URL is right.
  for (const path of ['/', '/v1/ping']) {
    const { answer } = await exchange(server.url, ask(`GET ${path}`, 'host: examshelf_upstream'));
    expect(answer).toContain('PUBLIC_URL is https://library.example.');
    expect(answer).toContain('nginx: proxy_set_header Host $host;');
  }
});
