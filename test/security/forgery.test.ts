import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callAs } from '#test/support/contract-caller.ts';
import { listenAt } from '#test/support/realtime.ts';
import { listRouteRequests } from '#test/support/route-requests.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

/** Requests of a page of another site with the cookie of a signed-in visitor. */

const requests = listRouteRequests();
const changes = requests.filter(({ method }) => method !== 'GET');

/** Headers by which browsers mark requests of another page, newest first; `{host}` is the server's own. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'http://{host}.evil.example' },
  { origin: 'http://evil.example@{host}' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { referer: 'https://evil.example/page?http://{host}/' },
];

test('no route makes a change for a page of another site, with whatever headers the browser marks the request', async () => {
  await using library = await openThreeCallers();
  const { host } = new URL(library.url);
  const before = await library.state();
  const found: unknown[] = [];
  for (const { route, method, path, options } of changes) {
    for (const marks of foreign) {
      const headers = Object.fromEntries(
        Object.entries(marks).map(([name, value]) => [name, value.replace('{host}', host)]),
      );
      const answer = await library.admin.call(method, path, { ...options, headers });
      if (answer.json['type'] !== 'general_unknown_origin')
        found.push([route.name, marks, answer.status, answer.json['type']]);
      if (answer.headers.has('access-control-allow-origin')) found.push([route.name, marks, 'shared']);
    }
  }
  expect(found).toEqual([]);
  expect(await library.state()).toBe(before);
  expect((await library.admin.call('GET', '/account')).status).toBe(200);
});

test('our own pages, and programs that are not browsers, may make changes', async () => {
  await using library = await openThreeCallers({ settings: { ALLOWED_ORIGINS: 'https://app.example' } });
  const own: Record<string, string>[] = [
    {},
    { origin: library.url, 'sec-fetch-site': 'same-origin' },
    { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    { referer: `${library.url}/admin` },
    { 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of own) {
    const json = { name: 'changed.pdf' };
    const answer = await library.admin.call('PUT', '/storage/buckets/files/files/f1', { json, headers });
    expect([headers, answer.status]).toEqual([headers, 200]);
  }
});

test('with an https address, a page that came by plain http counts as another site', async () => {
  const settings = { PUBLIC_URL: 'https://library.example', ALLOWED_ORIGINS: 'http://kiosk.example' };
  await using library = await openThreeCallers({ settings });
  const { host } = new URL(library.url);
  const marks: [Record<string, string>, number][] = [
    [{ origin: `https://${host}` }, 200],
    [{ origin: 'https://library.example' }, 200],
    [{ origin: 'http://kiosk.example' }, 200],
    [{ origin: `http://${host}` }, 403],
    [{ referer: `http://${host}/admin` }, 403],
  ];
  for (const [headers, status] of marks) {
    const json = { name: 'changed.pdf' };
    const answer = await library.admin.call('PUT', '/storage/buckets/files/files/f1', { json, headers });
    expect([headers, answer.status]).toEqual([headers, status]);
  }
  const read = await callAs(library.url).call('GET', '/ping', { headers: { origin: `http://${host}` } });
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
  using own = await listenAt(library.url, { origin: `https://${host}` });
  expect((await own.next()).type).toBe('connected');
  using other = await listenAt(library.url, { origin: `http://${host}` });
  expect((await other.closed).code).toBe(1008);
});

test('reading changes nothing, even if a header names another method', async () => {
  await using library = await openThreeCallers();
  const before = await library.state();
  const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' };
  for (const { method, path } of requests.filter((each) => each.method === 'GET'))
    await library.admin.call(method, path, { headers });
  for (const path of new Set(changes.map((each) => each.path))) {
    const init = { headers: { cookie: library.admin.cookie, 'x-appwrite-project': 'examshelf', ...headers } };
    await (await fetch(`${library.url}/v1${path}?_method=DELETE`, init)).arrayBuffer();
  }
  expect(await library.state()).toBe(before);
});

test('a page of another site may neither send a preflight, nor read a response, nor connect to realtime', async () => {
  await using library = await openThreeCallers();
  const origin = 'https://evil.example';
  for (const { path, method } of requests) {
    const headers = { origin, 'access-control-request-method': method };
    const preflight = await fetch(`${library.url}/v1${path}`, { method: 'OPTIONS', headers });
    expect([path, preflight.headers.get('access-control-allow-origin')]).toEqual([path, null]);
  }
  const answer = await callAs(library.url).call('GET', '/ping', { headers: { origin } });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();

  const address = `${library.url.replace('http', 'ws')}/v1/realtime?project=examshelf&channels[]=files`;
  const socket = new WebSocket(address, { headers: { origin, cookie: library.admin.cookie } });
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect([code, String(reason)]).toEqual([1008, 'Connections from this origin are not allowed.']);
});
