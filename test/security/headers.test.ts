import { expect, test } from 'vitest';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';

/** Headers by name in lower case; a repeated name has both values in its list. */
type Head = { status: number; headers: Record<string, string[]> };

async function ask(url: string, line: string, headers: string[] = ['host: localhost']): Promise<Head> {
  const { answer } = await exchange(
    url,
    `${line} HTTP/1.1\r\n${[...headers, 'connection: close'].join('\r\n')}\r\n\r\n`,
  );
  const [first = '', ...lines] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
  const found: Head = { status: Number(first.slice(9, 12)), headers: {} };
  for (const each of lines) {
    const at = each.indexOf(':');
    (found.headers[each.slice(0, at).toLowerCase()] ??= []).push(each.slice(at + 1).trim());
  }
  return found;
}

const file = '/v1/storage/buckets/files/files/f1';
const host = 'host: localhost';

/** One request for every way in which a response is made, with its status. */
const answers: [string, number, string[]?][] = [
  ['GET /', 200],
  // The second time it is sent from the cache.
  ['GET /', 200],
  ['HEAD /', 200],
  ['GET /not-found', 404],
  ['GET /no/such/page', 404],
  ['GET /faculty/CSIT', 308],
  ['POST /', 405],
  [`GET /${'x'.repeat(9000)}`, 307],
  ['GET /?x=%', 200],
  ['GET /paper-frame', 200],
  ['GET /sw.js', 200],
  ['GET /manifest.webmanifest', 200],
  ['GET /assets/none.js', 404],
  ['GET /favicon.svg', 200],
  ['GET /content/images/none.png', 404],
  ['GET /healthz', 200],
  ['GET /readyz', 200],
  ['GET /v1/site', 200],
  ['GET /v1/docs', 200],
  ['GET /v1/none', 404],
  ['GET /v1/account?project=examshelf', 401],
  ['OPTIONS /v1/account', 204],
  ['GET /v1/realtime', 400],
  [`GET ${file}/view`, 200],
  [`GET ${file}/download?name=x`, 200],
  [`GET ${file}/view`, 206, [host, 'range: bytes=0-3']],
  [`GET ${file}/view`, 416, [host, 'range: bytes=9999999-']],
  [`GET ${file}/preview?width=160&output=webp`, 200],
  [
    'GET /v1/storage/buckets/files/files/page/preview',
    200,
    [host, 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'],
  ],
  [`GET ${file}x/view`, 404],
  ['GET /', 421, ['host: evil.example']],
  ['GET /v1/ping', 421, ['host: evil.example']],
  [
    'GET /v1/realtime?project=examshelf',
    421,
    [
      'host: evil.example',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    ],
  ],
  ['GET / x', 400],
];

async function openShelf(settings: Record<string, string> = {}) {
  const server = await openTestServer({ withPages: true, settings });
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  await uploadSmallFile(admin, { id: 'page', name: 'a.html', content: '<!doctype html><p>Paper' });
  return server;
}

test('every response has exactly one nosniff, one Cross-Origin-Resource-Policy and one Referrer-Policy', async () => {
  await using server = await openShelf();
  for (const [line, status, headers] of answers) {
    const answer = await ask(server.url, line, headers);
    const about = [line.slice(0, 60), status];
    expect([...about, answer.status]).toEqual([...about, status]);
    expect([...about, answer.headers['x-content-type-options']]).toEqual([...about, ['nosniff']]);
    expect([...about, answer.headers['cross-origin-resource-policy']]).toEqual([...about, ['same-origin']]);
    expect([...about, answer.headers['referrer-policy']?.length]).toEqual([...about, 1]);
    expect([...about, answer.headers['strict-transport-security']]).toEqual([...about, undefined]);
    expect([...about, answer.headers['server'], answer.headers['x-powered-by']]).toEqual([
      ...about,
      undefined,
      undefined,
    ]);
  }
  // A 304 has the same headers.
  for (const path of ['/', `${file}/view`, '/v1/site']) {
    const etag = (await ask(server.url, `GET ${path}`)).headers['etag']?.[0] ?? '';
    const again = await ask(server.url, `GET ${path}`, [host, `if-none-match: ${etag}`]);
    expect([path, again.status]).toEqual([path, 304]);
    expect(again.headers['x-content-type-options']).toEqual(['nosniff']);
    expect(again.headers['cross-origin-resource-policy']).toEqual(['same-origin']);
  }
});

test('every document that a browser shows has a policy, and may use no camera, location or microphone', async () => {
  await using server = await openShelf();
  const documents = answers.filter(([, status]) => status === 200 || status === 404);
  for (const [line, , headers] of documents) {
    const answer = await ask(server.url, line, headers);
    if (!answer.headers['content-type']?.[0]?.startsWith('text/html')) continue;
    expect([line, answer.headers['content-security-policy']?.[0]]).toEqual([
      line,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect([line, answer.headers['permissions-policy']?.[0]]).toEqual([
      line,
      expect.stringContaining('geolocation=()'),
    ]);
  }
});

test('with a PUBLIC_URL of https, every response makes browsers use only https', async () => {
  await using server = await openShelf({ PUBLIC_URL: 'https://library.example', TRUSTED_PROXIES: '127.0.0.1' });
  for (const [line, , headers = [host]] of answers.filter(([, status]) => status !== 400 && status !== 421)) {
    const answer = await ask(server.url, line, headers);
    expect([line, answer.headers['strict-transport-security']]).toEqual([line, ['max-age=15768000']]);
  }
  const byScheme = async (scheme: string) =>
    (await ask(server.url, 'GET /', [host, `x-forwarded-proto: ${scheme}`])).headers['strict-transport-security']
      ?.length;
  expect([await byScheme('https'), await byScheme('http'), await byScheme('http, https')]).toEqual([1, undefined, 1]);
});

test('pages of allowed origins may show files and pictures, and nothing else', async () => {
  await using server = await openShelf({ ALLOWED_ORIGINS: 'https://app.example' });
  const policy = async (path: string) => (await ask(server.url, `GET ${path}`)).headers['cross-origin-resource-policy'];
  for (const path of [`${file}/view`, `${file}/download`, `${file}/preview?width=160`])
    expect(await policy(path)).toEqual(['cross-origin']);
  for (const path of ['/', '/v1/site', file, '/favicon.svg']) expect(await policy(path)).toEqual(['same-origin']);
});
